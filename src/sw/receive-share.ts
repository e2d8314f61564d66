import { SHARED_BYTES_MAX, SHARED_FILES_MAX } from '../../contract/limits.ts'
import { INCOMING_FILES_PATH, SHARE_FIELD, SHARE_PATH } from '../../contract/service-worker.ts'
import { type IncomingRecord, keepIncomingFiles } from '../workers/incoming-files/incoming-store.ts'

/** The files of a shared form up to the limits, and how many are left out. */
export function readSharedFiles(form: FormData): Pick<IncomingRecord, 'files' | 'left'> {
  const shared = form.getAll(SHARE_FIELD).filter((value) => value instanceof File)
  // An empty file field is sent as a file without name and content.
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

/** Stores the files of the device's share sheet, and redirects to their page. If that fails, the server answers with an error page. */
export async function receiveShare(request: Request): Promise<Response> {
  try {
    const shared = readSharedFiles(await request.formData())
    if (shared.files.length + shared.left > 0) await keepIncomingFiles(shared, Date.now())
    return new Response(null, { status: 303, headers: { location: INCOMING_FILES_PATH } })
  } catch {
    return fetch(SHARE_PATH, { method: 'POST' })
  }
}
