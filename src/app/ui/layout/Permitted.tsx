import type { ReactNode } from 'react'
import { usePermitted } from '../../core/permissions/permissions.ts'

/** Shows its content only with the permission code, or all of several; else `otherwise`. */
export function Permitted({
  codes,
  otherwise = null,
  children,
}: {
  codes: string | readonly string[]
  otherwise?: ReactNode
  children: ReactNode
}) {
  return usePermitted(codes) ? children : otherwise
}
