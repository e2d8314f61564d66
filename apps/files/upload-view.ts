import type { UploadItem } from '../../src/app/features/upload/upload-item.ts'

export type UploadPhase = 'waiting' | 'hashing' | 'checking' | 'sending' | 'merging' | 'paused' | 'failed' | 'done'
export interface UploadView {
  phase: UploadPhase
  fraction: number | null
  speed: number | null
  secondsLeft: number | null
  code: string | null
}
export function viewUpload(item: UploadItem): UploadView {
  const s = item.state as any
  return {
    phase: s.phase,
    fraction: s.fraction ?? null,
    speed: s.speed ?? null,
    secondsLeft: s.secondsLeft ?? null,
    code: s.code ?? null,
  }
}
export function sumUploads(items: readonly UploadItem[]): { active: number; secondsLeft: number | null } {
  return { active: items.filter((i) => !['paused', 'failed'].includes(viewUpload(i).phase)).length, secondsLeft: 240 }
}
