import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { MYSQL_NUMBERS, readFailure } from '../../../src/async/temporary.ts'
import { REPLIES, withCode } from '../../../src/stores/redis/temporary.ts'

const page = readFileSync(join(import.meta.dirname, '../../../../../docs/operate/outages.md'), 'utf8')

/** Returns the cell of the table "What counts as temporary" for a source. */
function findCell(source: string): string {
  return new RegExp(`^\\| ${source} \\| (.*) \\|$`, 'm').exec(page)?.[1] ?? ''
}

const codesIn = (cell: string): string[] => [...cell.matchAll(/`(\w+)`/g)].map(([, code = '']) => code)
const isTemporary = (fields: object): boolean =>
  readFailure(Object.assign(new Error('failed'), fields)).isTemporary

// proves P-SE-9
describe('the table of temporary failures', () => {
  it.each(['the network', 'PostgreSQL', 'Prisma', 'SQLite'])('has only temporary codes for %s', (source) => {
    const codes = codesIn(findCell(source)).filter((code) => code !== '08')
    expect(codes).not.toEqual([])
    expect(codes.filter((code) => !isTemporary({ code }))).toEqual([])
  })

  it('has each code of Prisma that is temporary', () => {
    const all = Array.from({ length: 2000 }, (_, number) => `P${1000 + number}`)
    expect(all.filter((code) => isTemporary({ code }))).toEqual(codesIn(findCell('Prisma')))
  })

  it('has each number of MySQL and MariaDB that is temporary', () => {
    const cell = findCell('MySQL, MariaDB')
    expect(cell).toContain('2002 to 2013')
    const numbers = [...cell.replace('2002 to 2013', '').matchAll(/\b\d+\b/g)].map(Number)
    expect(numbers.sort()).toEqual([...MYSQL_NUMBERS].sort())
  })

  it('has each reply of Redis that is temporary', () => {
    expect(codesIn(findCell('Redis, Valkey'))).toEqual(REPLIES)
    const errors = REPLIES.map((reply) => withCode(new Error(`${reply} and a reason`)))
    expect(errors.every((error) => isTemporary(error as object))).toBe(true)
  })
})
