import { expect, it } from 'vitest'
import config from '../../vitest.config.ts'
import { chooseSteps, LANES } from './steps.mjs'

const choose = (names: string[], options = { all: false, variants: false }) =>
  chooseSteps(names, options).flat()

it('run every project of vitest.config.ts', () => {
  const projects = config.test?.projects?.map((project) => (project as { test: { name: string } }).test.name)
  expect(
    LANES.flat()
      .flatMap((step) => step.projects ?? [])
      .sort(),
  ).toEqual(projects?.sort())
})

it('run a part without names, and everything but variants on request', () => {
  expect(choose([]).map(({ name }) => name)).toEqual(['types', 'browser-next', 'lint', 'library'])
  const all = choose([], { all: true, variants: false })
  expect(
    LANES.flat()
      .filter((step) => !all.includes(step))
      .map(({ name }) => name),
  ).toEqual(['frameworks', 'idioms', 'adapters'])
  expect(choose([], { all: true, variants: true })).toEqual(LANES.flat())
})

it('are chosen by name, or by the name of one of their projects', () => {
  expect(choose(['types', 'races'])).toEqual([
    LANES.flat().find(({ name }) => name === 'types'),
    expect.objectContaining({ name: 'library', projects: ['races'] }),
  ])
})

it('are listed when a name is unknown', () => {
  expect(() => choose(['lint', 'unit'])).toThrow(/no project "unit".*\n {2}docs {2,}documentation site/s)
})
