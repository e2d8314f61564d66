import { skipToken, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { RequestOf } from '../../../contract/endpoint.ts'
import * as imports from '../../../contract/endpoints/people/imports.ts'
import type { ImportSheet } from '../../../contract/endpoints/people/imports.ts'
import { renewShown } from '../../../src/app/core/query/changes.ts'
import { queryClient } from '../../../src/app/core/query/query-client.ts'
import { usePortal } from '../portal-context.ts'
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
  | { readonly status: 'unknown'; readonly given: GivenFile; readonly sheets: readonly ImportSheet[] }

const fileKey = (importId: string) => ['import-file', importId]

/** The file of an import that was uploaded since the page was loaded, to be read in another way. */
export function useGivenFile(importId: string): GivenFile | undefined {
  return useQuery<GivenFile>({
    queryKey: fileKey(importId),
    queryFn: skipToken,
    gcTime: Infinity,
    staleTime: Infinity,
  }).data
}

/** Uploads a file and leads to its preview. `replaces`: a preview that is then given up. */
export function useUpload(replaces?: string) {
  const portal = usePortal()
  const navigate = useNavigate()
  const [upload, setUpload] = useState<Upload>({ status: 'idle' })
  const ending = useRef<AbortController>(null)
  const shown = useRef(true)
  useEffect(() => {
    shown.current = true
    return () => {
      shown.current = false
    }
  }, [])

  async function start(given: GivenFile, mapping?: string): Promise<void> {
    ending.current?.abort()
    const { signal } = (ending.current = new AbortController())
    setUpload({ status: 'reading', file: given.file })
    try {
      const payload = { ...given.options, ...(mapping !== undefined && { mapping }), file: given.file }
      const run = await portal.call(imports.preview, payload, { signal, quiet: true })
      queryClient.setQueryData(fileKey(run.importId), given)
      queryClient.setQueryData([imports.summary.name, { importId: run.importId }], run)
      if (replaces !== undefined)
        await portal.call(imports.cancel, { importId: replaces }, { quiet: true }).catch(() => undefined)
      void renewShown(queryClient)
      setUpload({ status: 'idle' })
      // A user who went on finds it in the list.
      if (shown.current) void navigate(`/imports/${run.importId}`, { replace: replaces !== undefined })
    } catch (error) {
      if (signal.aborted) return
      const sheets = unreadSheets(error)
      setUpload(sheets.length > 0 ? { status: 'unknown', given, sheets } : { status: 'failed', given, error })
    }
  }

  return {
    upload,
    start,
    stop: () => {
      ending.current?.abort()
      setUpload({ status: 'idle' })
    },
  }
}
