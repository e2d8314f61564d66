import { use, type ReactNode } from 'react'
import type { PermissionCode } from '../../../../contract/permissions.ts'
import { PermissionContext } from '../../core/permissions/permissions.ts'

/** Returns the function that says whether the user has a code. */
export function usePermittedOf(): (code: PermissionCode) => boolean {
  const granted = use(PermissionContext)
  return (code) => granted.has(code)
}

/** Whether the user may send messages: to all of the unit, or to the own classes. */
export function useMayWrite(): boolean {
  const granted = use(PermissionContext)
  return granted.has('base_message') || granted.has('message_classes')
}

/** Whether the user has this code, or all of these. Hiding is only a courtesy: the server checks. */
export function usePermitted(codes: PermissionCode | readonly PermissionCode[]): boolean {
  const granted = use(PermissionContext)
  return (typeof codes === 'string' ? [codes] : codes).every((code) => granted.has(code))
}

/** Shows its content only with the permission code, or all of several; else `otherwise`. */
export function Permitted({
  codes,
  otherwise = null,
  children,
}: {
  codes: PermissionCode | readonly PermissionCode[]
  otherwise?: ReactNode
  children: ReactNode
}) {
  return usePermitted(codes) ? children : otherwise
}
