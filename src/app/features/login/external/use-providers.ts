import { useEffect, useState } from 'react'
import { providers, weChatInfo, weComInfo } from '../../../../../contract/endpoints/sso.ts'
import type { ResponseOf } from '../../../../../contract/endpoint.ts'
import { call } from '../../../core/api/call.ts'
import { CallError } from '../../../core/api/call-error.ts'
import type { EnvironmentKind } from '../../../core/session/flow/environment.ts'
import { WECHAT, type ExternalProvider } from '../../../core/session/flow/external-sign-in.ts'

/** A provider as the login page draws it; an empty `logo` is drawn as the name's first character. */
export type Provider = ExternalProvider & Pick<ResponseOf<typeof providers>[number], 'logo' | 'display'>

/** The providers of the unit. */
export type ProviderList = { status: 'loading' } | { status: 'failed' } | { status: 'ready'; list: readonly Provider[] }

/** Reads what the login page offers in this environment, once and again by `retry`. */
export function useProviders(
  environment: EnvironmentKind,
  hasProviders: boolean,
): { providers: ProviderList; retry: () => void } {
  const [state, setState] = useState<ProviderList>({ status: 'loading' })

  useEffect(() => {
    const leaving = new AbortController()
    readProviders(leaving.signal, environment, hasProviders).then(
      (list) => setState({ status: 'ready', list }),
      () => {
        if (!leaving.signal.aborted) setState({ status: 'failed' })
      },
    )
    return () => leaving.abort()
  }, [environment, hasProviders])

  return {
    providers: state,
    retry() {
      setState({ status: 'loading' })
      readProviders(new AbortController().signal, environment, hasProviders).then(
        (list) => setState({ status: 'ready', list }),
        () => setState({ status: 'failed' }),
      )
    },
  }
}

async function readProviders(
  signal: AbortSignal,
  environment: EnvironmentKind,
  hasProviders: boolean,
): Promise<readonly Provider[]> {
  const [own, listed] = await Promise.all([
    readWeChat(signal, environment),
    hasProviders ? call(providers, {}, { signal }) : [],
  ])
  // Nobody can scan what stands on the phone in their hand.
  return [...own, ...listed.filter(({ display }) => own.length === 0 || display === 'button')]
}

/** In its own browser WeChat or WeCom is one more button, because going there by itself happens once. */
async function readWeChat(signal: AbortSignal, environment: EnvironmentKind): Promise<readonly Provider[]> {
  if (environment !== 'wecom' && environment !== 'wechat') return []
  const id = environment === 'wecom' ? 'qy' : 'mp'
  try {
    await call(id === 'qy' ? weComInfo : weChatInfo, {}, { signal })
    return [{ ...WECHAT[id], logo: '', display: 'button' }]
  } catch (error) {
    if (error instanceof CallError && error.code === 'sso.provider_unknown') return []
    throw error
  }
}
