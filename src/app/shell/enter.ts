import type { PortalConfig } from '../api/config.ts'
import { language } from '../features/language/language.ts'
import type { Flow } from '../features/session/flow/choose-flow.ts'
import { currentFlow } from '../features/session/flow/current-flow.ts'
import { environment } from '../features/session/flow/environment.ts'
import { failureEnd } from '../features/session/flow/failure-end.ts'
import { runFlow, type FlowResult } from '../features/session/flow/run-flow.ts'
import { signInTexts } from '../features/session/login-texts.ts'
import type { EntryOutcome } from '../features/session/use-entry.ts'
import { failureMessage } from './failure-message.ts'

/** Goes a way in to its end, and does what the environment asks for when it failed. Never rejects. */
export async function enter(signal: AbortSignal, flow: Flow, config: PortalConfig): Promise<EntryOutcome> {
  const result = await goOn(signal, await runFlow(signal, flow), config)
  if (signal.aborted) return { kind: 'none' }
  const texts = signInTexts(language.current)
  switch (result.kind) {
    case 'signed-in':
      return { kind: 'in', start: result.start }
    case 'nothing':
      return { kind: 'none' }
    case 'bind':
      location.assign(result.address)
      return { kind: 'none' }
    case 'failed':
      endInFailure()
      return { kind: 'failed', text: failureMessage(result.error, language.current, texts.errors).text }
    case 'not-set-up':
      endInFailure()
      return { kind: 'failed', text: texts.notSetUp[result.way] }
  }
}

/** Where the school has no WeChat, what the device remembers is as good there as in any browser. */
async function goOn(signal: AbortSignal, result: FlowResult, config: PortalConfig): Promise<FlowResult> {
  if (result.kind !== 'not-set-up' || result.way !== 'wechat' || signal.aborted) return result
  const next = await runFlow(signal, currentFlow(null, config, 'browser'))
  return next.kind === 'nothing' ? result : next
}

function endInFailure(): void {
  const { kind, host } = environment()
  const end = failureEnd(kind, location.pathname, location.search + location.hash)
  switch (end.kind) {
    case 'relogin-window':
      if (host?.openRelogin) host.openRelogin(end.address)
      else window.open(end.address, '_blank', 'noopener')
      return
    case 'logout-hook':
      host?.onLogout?.()
      return
    case 'form-at':
      // Without loading it anew, so that the form can say what happened.
      history.replaceState(null, '', end.address)
      return
    case 'form-here':
      return
  }
}
