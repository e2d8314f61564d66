import { CallError } from '../../../http/call-error.ts'
import { reportProgress } from '../../../http/report-progress.ts'
import { send } from '../../../http/send.ts'
import type { CallOrigin } from '../protocol/upload-api.ts'
import { toCallFailure } from '../protocol/upload-failures.ts'
import type { Send } from './ports.ts'

/** Makes calls with the headers that every call carries; a foreign server may answer anything, so what they return is unchecked. */
export function createSend({ device, app: pageApp }: CallOrigin): Send {
  return async (signal, endpoint, input, attachment, app = pageApp) => {
    signal.throwIfAborted()
    const options = { headers: { 'x-portal-device': device, 'x-portal-app': app }, signal }
    try {
      if (!attachment) return await send(endpoint, input, options)
      const file = new File([attachment.bytes], attachment.name)
      return await send(endpoint, { ...Object(input), file }, { ...options, through: reportProgress(attachment) })
    } catch (error) {
      signal.throwIfAborted()
      throw error instanceof CallError ? toCallFailure(error) : error
    }
  }
}
