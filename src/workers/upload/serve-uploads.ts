import type { UploadPorts } from './ports.ts'
import type { CallOrigin, UploadApi } from './upload-api.ts'
import { createUploadDesk } from './upload-desk.ts'

/** The upload worker's side of its interface. The page connects once, before anything else. */
export function serveUploads(
  createPorts: (origin: CallOrigin, renewSession: () => Promise<boolean>) => UploadPorts,
): UploadApi {
  let desk: ReturnType<typeof createUploadDesk> | undefined
  return {
    connect(page, origin) {
      const ports = createPorts(origin, () => page.renewSession())
      desk = createUploadDesk(ports, (id, state) => page.onState(id, state))
    },
    async start(job, file) {
      if (!desk) throw new Error('connect first')
      return desk.start(job, file)
    },
    pause: (id) => desk?.pause(id),
    resume: (id) => desk?.resume(id),
    abort: (id) => desk?.abort(id),
  }
}
