import { useQueryClient, type UseMutationResult } from '@tanstack/react-query'
import { useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import type { RequestOf } from '../../../contract/endpoint.ts'
import * as imports from '../../../contract/endpoints/people/imports.ts'
import { useCall } from '../../../src/app/core/api/call-context.ts'
import { useKept } from '../../../src/app/core/query/use-kept.ts'
import { useChange } from '../../../src/app/core/query/use-change.ts'
import { unreadSheets } from './import-failure.ts'

/** How a file is read, as the user said. */
export type UploadOptions = Omit<RequestOf<typeof imports.preview>, 'mapping'>

export interface GivenFile {
  readonly file: File
  readonly options: UploadOptions
}

export type Upload =
  | { readonly status: 'idle' }
  | { readonly status: 'reading'; readonly file: File }
  | { readonly status: 'failed'; readonly given: GivenFile; readonly error: unknown }
  /** No heading of its sheets is known. */
  | { readonly status: 'unknown'; readonly given: GivenFile; readonly sheets: readonly imports.ImportSheet[] }

const fileKey = (importId: string) => ['import-file', importId]

/** The file of an import that was uploaded since the page was loaded, to be read in another way. */
export const useGivenFile = (importId: string): GivenFile | undefined => useKept<GivenFile>(fileKey(importId))[0]

/** Uploads a file and leads to its preview. `replaces`: a preview that is then given up. */
export function useUpload(replaces?: string) {
  const call = useCall()
  const client = useQueryClient()
  const navigate = useNavigate()
  const ending = useRef<AbortController>(null)
  const preview = useChange(async ({ given, mapping }: { given: GivenFile; mapping?: string | undefined }) => {
    ending.current?.abort()
    const { signal } = (ending.current = new AbortController())
    const payload = { ...given.options, ...(mapping !== undefined && { mapping }), file: given.file }
    const run = await call(imports.preview, payload, { signal })
    client.setQueryData(fileKey(run.importId), given)
    client.setQueryData([imports.summary.name, { importId: run.importId }], run)
    if (replaces !== undefined) await call(imports.cancel, { importId: replaces }).catch(() => undefined)
    return run.importId
  })

  return {
    upload: uploadOf(preview),
    start: (given: GivenFile, mapping?: string) =>
      preview.mutate(
        { given, mapping },
        // Not called once the page was left: a user who went on finds it in the list.
        { onSuccess: (importId) => void navigate(`/imports/${importId}`, { replace: replaces !== undefined }) },
      ),
    stop: () => {
      ending.current?.abort()
      preview.reset()
    },
  }
}

function uploadOf({
  status,
  variables,
  error,
}: Pick<UseMutationResult<string, Error, { given: GivenFile }>, 'status' | 'variables' | 'error'>): Upload {
  const given = variables?.given
  if (!given || status === 'idle' || status === 'success') return { status: 'idle' }
  if (status === 'pending') return { status: 'reading', file: given.file }
  const sheets = unreadSheets(error)
  return sheets.length > 0 ? { status: 'unknown', given, sheets } : { status: 'failed', given, error }
}
