import { isSameFile } from '../persistence/find-file.ts'
import type { UploadPersistence } from '../persistence/upload-persistence.ts'
import type { JoiningEntry, JoiningFile, UploadCommand } from '../protocol/upload-api.ts'
import { isSettled, type UploadFailure, type UploadState } from '../protocol/upload-state.ts'
import { type Entry, joinEntry, refusalOf } from './upload-entry.ts'

type ProvidedFiles = Extract<UploadCommand, { kind: 'provide' }>['files']

/** Adds entries to the queue, and files to entries that need one. Both resolve when the device has stored the change, as far as it can. */
export interface Joining {
  add(joining: readonly JoiningEntry[]): Promise<void>
  provide(files: ProvidedFiles): Promise<void>
}

/** What the queue can do with an entry. */
interface Steps {
  fail(entry: Entry, failure: UploadFailure): void
  /** Lets it wait for its turn again. */
  free(entry: Entry): void
  show(entry: Entry): void
  setState(entry: Entry, state: UploadState): void
}

/** `onJoined` is called when there are more entries, or more that can start. */
export function createJoining({
  account,
  persistence,
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
  function join(one: JoiningEntry, position: number): Entry {
    const entry = joinEntry(account, one, position)
    entries().set(one.id, entry)
    const refusal = refusalOf(entry)
    if (refusal) steps.fail(entry, refusal)
    else steps.show(entry)
    return entry
  }

  /** An upload to the same location that needs this very file. */
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

  async function provide(files: ProvidedFiles): Promise<void> {
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
      const added: Entry[] = []
      const known: JoiningFile[] = []
      for (const [index, one] of joining.entries()) {
        if (entries().has(one.id)) {
          if (one.kind === 'file') known.push(one)
          continue
        }
        const needing = one.kind === 'file' ? await findNeeding(one) : undefined
        if (needing && one.kind === 'file') provideTo(needing, one)
        else added.push(join(one, last + 1 + index))
      }
      // A tab repeats its entries to a new worker, because it cannot tell which of them the last one stored.
      if (known.length > 0) await provide(known)
      onJoined()
      await persistence.keep(...added)
      for (const entry of added) steps.show(entry)
      persistence.copyLater(() => entries().values(), steps.show)
    },
  }
}

function isSame({ record }: Entry, file: Blob): Promise<boolean> {
  return isSameFile(new AbortController().signal, record, file).catch(() => false)
}
