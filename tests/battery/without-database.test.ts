import { testCases } from './test-cases.ts'

testCases('without database')
