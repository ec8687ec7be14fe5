import { createHash } from 'node:crypto'
import type { AuthConfig } from 'latchkey'
import mysql, { mysqlTables } from 'latchkey/adapters/mysql'
