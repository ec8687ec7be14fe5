import type { Dialect } from '../connect/url.ts'
import type { ExistingTable } from '../inspect/existing.ts'
import type { TableDefinition } from './definitions.ts'
import { quote } from './names.ts'
import type { WantedTable } from './wanted-tables.ts'

/**
 * Returns a table definition whose user id column has the type of the existing ids, because a
 * foreign key needs the same type.
 */
export function withUserIdType(
  dialect: Dialect,
  definition: TableDefinition,
  wanted: readonly WantedTable[],
  users: ExistingTable | undefined,
): TableDefinition {
  const userId = wanted.find(({ name }) => name === definition.name)?.userId
  const id = users?.columns.find(({ name }) => name === 'id')
  if (userId === undefined || id === undefined || dialect === 'sqlite') return definition
  const column = quote(dialect, userId)
  const [create = '', ...rest] = definition.statements
  const lines = create.split('\n').map((line) => {
    if (!line.startsWith(`  ${column} `)) return line
    const end = line.slice(line.search(/ (?:NOT )?NULL\b/))
    return `  ${column} ${id.definition ?? id.type}${end}`
  })
  return { ...definition, statements: [lines.join('\n'), ...rest] }
}
