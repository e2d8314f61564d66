import * as z from 'zod/mini'
import { joiningEntry, uploadChanges, uploadCommand } from '../../platform/upload.ts'

const tab = z.string()

/** What the tabs of one account tell each other about uploads. One of them leads: its worker has the queue. */
export const tabMessage = z.discriminatedUnion('kind', [
  /** A tab is new. Every other one answers that it is here, and the leader tells how things stand and hands over its files. */
  z.object({ kind: z.literal('hello'), tab }),
  z.object({ kind: z.literal('here'), tab }),
  z.object({ kind: z.literal('bye'), tab }),
  /** From now on this one leads. */
  z.object({ kind: z.literal('leads'), tab }),
  /** For whoever leads, who says that it was carried out. Numbers count for each tab. */
  z.object({ kind: z.literal('command'), tab, number: z.number(), command: uploadCommand }),
  z.object({ kind: z.literal('taken'), tab, number: z.number() }),
  /** The files that the leader holds, for a tab that is new. */
  z.object({ kind: z.literal('holds'), entries: z.array(joiningEntry) }),
  /** What the leader tells; `whole` when it is the whole list. */
  z.object({ kind: z.literal('changes'), changes: uploadChanges, whole: z.boolean() }),
])
export type TabMessage = z.infer<typeof tabMessage>
