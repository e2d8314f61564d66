import { useQuery } from '@tanstack/react-query'
import { useObservable } from '../../core/state/use-observable.ts'
import { hadUploads } from '../../core/state/uploading.ts'

/** The tray of uploads, loaded with the first upload; uploads continue without it until its script arrives. */
export function UploadCorner() {
  const { data: UploadTray } = useQuery({
    queryKey: ['upload tray'],
    queryFn: async () => (await import('./tray/UploadTray.tsx')).default,
    enabled: useObservable(hadUploads),
    // The service worker may have the script while offline; without it the script is asked for again once the network is back.
    networkMode: 'offlineFirst',
    retry: true,
    staleTime: Infinity,
    gcTime: Infinity,
  })
  return UploadTray && <UploadTray />
}
