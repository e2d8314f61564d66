import type { UploadPersistence } from '../persistence/upload-persistence.ts'
import { isSameFile } from '../persistence/find-file.ts'
import type { JoiningFile, JoiningFolder, UploadCommand } from '../protocol/upload-api.ts'
import { isSettled, type UploadFailure, type UploadState } from '../protocol/upload-state.ts'
import { joinEntry, refusalOf, type Entry } from './upload-entry.ts'

/** What joins the queue: entries that are new, and files for those that are there. */
export interface Joining {
  /** Resolves when the device keeps what joined, as far as it can. */
  add(joining: readonly (JoiningFile | JoiningFolder)[]): Promise<void>
  provide(files: Extract<UploadCommand, { kind: 'provide' }>['files']): Promise<void>
}

/** What the queue can do with one of its entries. */
interface Steps {
  fail(entry: Entry, failure: UploadFailure): void
  /** Lets it wait for its turn, whatever kept it from that. */
  free(entry: Entry): void
  show(entry: Entry): void
  setState(entry: Entry, state: UploadState): void
}

/** The way into an account's queue. `onJoined` is called when there are more entries, or more that can begin. */
export function createJoining({
  account,
  persistence: persistence,
  entries,
  steps,
  onJoined,
}: {
  readonly account: string
  readonly persistence: UploadPersistence
  readonly entries: () => Map<string, Entry>
  readonly steps: Steps
  readonly onJoined: () => void
}): Joining {
  function join(one: JoiningFile | JoiningFolder, place: number): Entry {
    const entry = joinEntry(account, one, place)
    entries().set(one.id, entry)
    const refusal = refusalOf(entry)
    if (refusal) steps.fail(entry, refusal)
    else steps.show(entry)
    return entry
  }

  /** An upload for the same place that waits for this very file. */
  async function findNeeding({ name, folderId, path, file }: JoiningFile): Promise<Entry | undefined> {
    for (const entry of entries().values()) {
      const { record, state } = entry
      if (state.phase !== 'needs-file' || record.name !== name || record.folderId !== folderId) continue
      if (record.path.join('/') === path.join('/') && (await isSame(entry, file))) return entry
    }
    return undefined
  }

  function provideTo(entry: Entry, { file, handle }: { file: Blob; handle: FileSystemFileHandle | null }): void {
    entry.file = file
    if (handle) entry.record = { ...entry.record, handle }
    steps.free(entry)
  }

  async function provide(files: Extract<UploadCommand, { kind: 'provide' }>['files']): Promise<void> {
    for (const given of files) {
      const entry = entries().get(given.id)
      if (!entry || entry.file || isSettled(entry.state)) continue
      const same = await isSame(entry, given.file)
      if (entry.file || !entries().has(given.id)) continue
      if (entry.state.phase !== 'needs-file') entry.file = same ? given.file : null
      else if (same) provideTo(entry, given)
      else steps.setState(entry, { phase: 'needs-file', why: 'changed' })
    }
    onJoined()
  }

  return {
    provide,
    async add(joining) {
      const last = Math.max(0, ...[...entries().values()].map(({ record }) => record.place))
      const made: Entry[] = []
      const known: JoiningFile[] = []
      for (const [index, one] of joining.entries()) {
        if (entries().has(one.id)) {
          if (one.kind === 'file') known.push(one)
          continue
        }
        const needing = one.kind === 'file' ? await findNeeding(one) : undefined
        if (needing && one.kind === 'file') provideTo(needing, one)
        else made.push(join(one, last + 1 + index))
      }
      // Another tab tells again what it has, because it does not know what was heard before.
      if (known.length > 0) await provide(known)
      onJoined()
      await persistence.keep(...made)
      for (const entry of made) steps.show(entry)
      persistence.copyLater(
        () => entries().values(),
        (entry) => steps.show(entry),
      )
    },
  }
}

function isSame({ record }: Entry, file: Blob): Promise<boolean> {
  return isSameFile(new AbortController().signal, record, file).catch(() => false)
}
