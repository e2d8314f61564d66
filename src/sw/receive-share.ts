import { SHARED_BYTES_MAX, SHARED_FILES_MAX } from '../../contract/limits.ts'
import { INCOMING_FILES_PATH, SHARE_FIELD, SHARE_PATH } from '../../contract/service-worker.ts'
import { type IncomingRecord, keepIncomingFiles } from '../workers/incoming-files/incoming-store.ts'

/** The files of a shared form within the limits, the first ones first, and how many are left out. Whatever else the form holds is nothing. */
export function readSharedFiles(form: FormData): Pick<IncomingRecord, 'files' | 'left'> {
  const shared = form.getAll(SHARE_FIELD).filter((value) => value instanceof File)
  // A form whose field was left empty sends a file without name and content.
  const given = shared.filter(({ name, size }) => name !== '' || size > 0)
  const files: File[] = []
  let bytes = 0
  for (const file of given) {
    if (files.length >= SHARED_FILES_MAX || bytes + file.size > SHARED_BYTES_MAX) continue
    files.push(file)
    bytes += file.size
  }
  return {
    files: files.map((file) => ({ name: file.name, size: file.size, file, handle: null })),
    left: given.length - files.length,
  }
}

/**
 * Keeps what the share sheet of the device sent, and leads to the page that asks about it. What cannot be kept is answered by the server, with a
 * page that says so.
 */
export async function receiveShare(request: Request): Promise<Response> {
  try {
    const shared = readSharedFiles(await request.formData())
    if (shared.files.length + shared.left > 0) await keepIncomingFiles(shared, Date.now())
    return new Response(null, { status: 303, headers: { location: INCOMING_FILES_PATH } })
  } catch {
    return fetch(SHARE_PATH, { method: 'POST' })
  }
}
