import type { Tx } from '../../db/database.ts'

/** Sends a message of the portal; handed in by app.ts, because messages build on files. */
export type SendMessage = (
  tx: Tx,
  message: {
    readonly unitId: string
    readonly module: string
    readonly body: string
    readonly importance: number
    readonly url: string | null
    readonly to: readonly { readonly userId: string; readonly studentId: string | null }[]
  },
) => Promise<void>
