import { expect, it } from 'vitest'
import { trackedFiles } from './tracked-files.mjs'

it('lists all files of the repository, relative to it', () => {
  expect(trackedFiles()).toEqual(expect.arrayContaining(['README.md', 'scripts/tracked-files.mjs']))
})

it('limits the list to files and folders', () => {
  const files = trackedFiles(['scripts', 'README.md'])
  expect(files).toEqual(expect.arrayContaining(['README.md', 'scripts/tracked-files.mjs']))
  expect(files.filter((file) => !/^scripts\/|^README\.md$/.test(file))).toEqual([])
})

it('leaves out what Git ignores', () => {
  expect(trackedFiles().filter((file) => file.includes('node_modules'))).toEqual([])
})

it('rejects a path without a tracked file', () => {
  expect(() => trackedFiles(['node_modules'])).toThrow('node_modules contains no file that Git tracks.')
})
