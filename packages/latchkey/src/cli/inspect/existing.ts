/** A table that exists. */
export interface ExistingTable {
  readonly name: string
  readonly columns: readonly ExistingColumn[]
  readonly indexes: readonly ExistingIndex[]
  readonly references: readonly ExistingReference[]
}

export interface ExistingColumn {
  readonly name: string
  /** As it is written in SQL, in lower case, such as `varchar(255)`. */
  readonly type: string
  /** The type with its collation, if a foreign key needs the same one. */
  readonly definition?: string | undefined
  readonly isNullable: boolean
  /** What its comparison ignores; missing if it compares exactly. */
  readonly folds?: Folding | undefined
}

/** How a column compares texts that differ. */
export interface Folding {
  /** The collation or the type that does so. */
  readonly by: string
  readonly ignores: 'case' | 'case and accents'
}

/** An index or a unique constraint, over all rows. */
export interface ExistingIndex {
  readonly name: string
  /** Whole columns, and expressions without quotes, such as `lower(email)`. */
  readonly columns: readonly string[]
  readonly isUnique: boolean
  /** False if its creation was interrupted. */
  readonly isValid: boolean
}

export interface ExistingReference {
  readonly name: string
  readonly columns: readonly string[]
  readonly table: string
  readonly deletesRows: boolean
}
