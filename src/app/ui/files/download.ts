import { use, useMemo } from 'react'
import { checkOf } from '../../../../contract/download.ts'
import type { DownloadEndpoint, RequestOf } from '../../../../contract/endpoint.ts'
import { CallError } from '../../core/api/call-error.ts'
import { buildRequest } from '../../../http/send.ts'
import { online } from '../../core/connectivity/online.ts'
import { failureText } from '../../core/notices/failure-text.ts'
import { kitTexts } from '../use-kit-texts.ts'
import { DownloadContext, type DownloadServices } from './download-context.ts'
import { saveFrom } from './save-file.ts'
import { shortenName } from './split-name.ts'

/** A file of the server. */
export interface ServerFile {
  readonly endpoint: DownloadEndpoint
  readonly input: Readonly<Record<string, unknown>>
  /** Under which it is saved; the server's name by default. */
  readonly name: string | undefined
}

/** What `endpoint` sends for `input`. */
export function serverFile<R extends DownloadEndpoint>(endpoint: R, input: RequestOf<R>, name?: string): ServerFile {
  return { endpoint, input: { ...Object(input) }, name }
}

/** Where the browser gets a file: for links, pictures and players. */
export function addressOf({ endpoint, input }: ServerFile): string {
  return buildRequest(endpoint, input, 0).url
}

export interface Downloads {
  /** Renews the session, and resolves to why the server refuses the file; null when it would send it, or does not answer. */
  readonly check: (file: ServerFile) => Promise<string | null>
  /** Has the browser save a file that the server would send; else says in a notice why not, and saves nothing. */
  readonly download: (file: ServerFile) => Promise<Outcome>
}

/** `cut off`: without a network or a session, so that other files would not be sent either. */
type Outcome = 'saved' | 'refused' | 'cut off'

/** The only way to a file of the server: a link alone would save the server's refusal, and cannot renew a session. Throws outside of a DownloadContext. */
export function useDownloads(): Downloads {
  const services = use(DownloadContext)
  if (!services) throw new Error('a download stands outside of its DownloadContext')
  return useMemo(() => createDownloads(services), [services])
}

function createDownloads({ call, notify }: DownloadServices): Downloads {
  const ask = ({ endpoint, input }: ServerFile) => call(checkOf(endpoint), input)

  async function check(file: ServerFile): Promise<string | null> {
    try {
      await ask(file)
      return null
    } catch (error) {
      const isRefused = error instanceof CallError && error.failure.kind === 'envelope'
      return isRefused ? failureText(error) : null
    }
  }

  async function download(file: ServerFile): Promise<Outcome> {
    const t = kitTexts()
    const { name } = file
    if (!online.current) {
      notify('warning', t('download.offline'))
      return 'cut off'
    }
    try {
      await ask(file)
    } catch (error) {
      const what = name === undefined ? t('download.failed') : t('download.failedOf', { name: shortenName(name) })
      notify('error', `${what}${failureText(error)}`)
      return isCutOff(error) ? 'cut off' : 'refused'
    }
    saveFrom(addressOf(file), name)
    return 'saved'
  }

  return { check, download }
}

const isCutOff = (error: unknown) =>
  error instanceof CallError && (error.status === 401 || error.failure.kind === 'network')
