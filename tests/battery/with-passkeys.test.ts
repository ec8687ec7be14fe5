import { testCases } from './test-cases.ts'

testCases('with passkeys')
