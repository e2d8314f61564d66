import { createContext } from 'react'
import type { PermissionCode } from '../../contract/permissions.ts'
import type texts from './locales/zh-CN.json'

/** The title and the rights of all sections, for pages: the sections themselves import these. */
export const SectionsContext = createContext<
  readonly { readonly path: keyof (typeof texts)['section']; readonly codes: readonly PermissionCode[] }[]
>([])
