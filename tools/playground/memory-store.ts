import type { Adapter, AdapterPayload } from 'oidc-provider'

const MAX_ROWS = 1000

interface Row {
  /** As JSON, so that a reader never gets the object that was written, as with a database. */
  payload: string
  /** Milliseconds since 1970. */
  readonly expiresAt: number
}

/**
 * Stores one model of `oidc-provider` in memory. Keeps at most 1000 rows and removes the oldest
 * first.
 */
export class MemoryStore implements Adapter {
  readonly #rows = new Map<string, Row>()

  async upsert(id: string, payload: AdapterPayload, expiresIn = Number.POSITIVE_INFINITY): Promise<void> {
    this.#rows.delete(id)
    this.#rows.set(id, { payload: JSON.stringify(payload), expiresAt: Date.now() + expiresIn * 1000 })
    for (const oldest of this.#rows.keys()) {
      if (this.#rows.size <= MAX_ROWS) break
      this.#rows.delete(oldest)
    }
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const row = this.#rows.get(id)
    if (row === undefined) return undefined
    if (row.expiresAt > Date.now()) return JSON.parse(row.payload)
    this.#rows.delete(id)
    return undefined
  }

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return this.#findWhere((payload) => payload.uid === uid)
  }

  async findByUserCode(userCode: string): Promise<AdapterPayload | undefined> {
    return this.#findWhere((payload) => payload.userCode === userCode)
  }

  async consume(id: string): Promise<void> {
    const row = this.#rows.get(id)
    if (row)
      row.payload = JSON.stringify({ ...JSON.parse(row.payload), consumed: Math.floor(Date.now() / 1000) })
  }

  async destroy(id: string): Promise<void> {
    this.#rows.delete(id)
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    for (const [id, { payload }] of this.#rows) {
      if (JSON.parse(payload).grantId === grantId) this.#rows.delete(id)
    }
  }

  async #findWhere(matches: (payload: AdapterPayload) => boolean): Promise<AdapterPayload | undefined> {
    for (const id of this.#rows.keys()) {
      const payload = await this.find(id)
      if (payload && matches(payload)) return payload
    }
    return undefined
  }
}
