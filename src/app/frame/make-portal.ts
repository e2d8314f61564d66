import type { SessionUser } from '../../../contract/endpoints/session.ts'
import { call } from '../core/api/call.ts'
import { declareApplicationPack } from '../core/language/choose-language.ts'
import { i18n } from '../core/language/i18n.ts'
import { language } from '../core/language/language.ts'
import { loadPermissions } from '../core/permissions/load-permissions.ts'
import type { MicroAppTarget } from '../micro-apps/viewport/viewport-query.ts'
import { notify } from '../core/notices/notices.ts'
import type { Portal } from '../micro-apps/micro-app.ts'
import { portalFace } from '../features/face/face-request.ts'
import { reportFailure } from '../core/notices/report-failure.ts'
import { online } from '../core/connectivity/online.ts'
import { joinUploads, portalUpload } from '../features/uploads/upload-service.ts'
import { setWindowTitle } from '../core/state/window-title.ts'

/** Where the packs of bundled applications lie. */
const PACK_ROOT = 'pages'

/** The portal interface of an application, with its texts loaded. */
export async function makePortal(user: SessionUser, target: MicroAppTarget): Promise<Portal> {
  await declareApplicationPack(PACK_ROOT, target.app)
  joinUploads(user)
  return {
    app: { code: target.app, fileId: target.fileId },
    user,
    async call(row, input, { signal, quiet = false } = {}) {
      try {
        return await call(row, input, signal ? { signal } : {})
      } catch (error) {
        if (!quiet) reportFailure(error)
        throw error
      }
    },
    language: {
      get current() {
        return language.current
      },
      subscribe: (listener) => language.subscribe(listener),
      i18n,
    },
    online,
    permissions: () => loadPermissions(target.app),
    upload: portalUpload,
    face: portalFace,
    notify(kind, text, action) {
      notify(kind, text, action ? { action } : {})
    },
    setTitle: setWindowTitle,
  }
}
