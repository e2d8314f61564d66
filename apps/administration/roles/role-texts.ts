import type { HolderKey, PermissionEntry, ScopeKey } from '../../../contract/endpoints/people/unit-roles.ts'
import { OPERATOR, PERMISSION_CODES, type PermissionCode } from '../../../contract/permissions.ts'
import { useLocale } from '../portal-context.ts'

const GROUPS = ['base', 'base_user', 'desktop'] as const

const isKnown = (code: string): code is Exclude<PermissionCode, typeof OPERATOR> =>
  code !== OPERATOR && PERMISSION_CODES.some((one) => one === code)
const isGroup = (code: string): code is (typeof GROUPS)[number] => GROUPS.some((one) => one === code)

interface Named {
  readonly name: string
  readonly englishName: string
}

/** The words for permissions, members and scopes in the current language. */
export function useRoleTexts() {
  const { t, nameOf } = useLocale()
  const scopeName = (scope: ScopeKey & Named) => (scope.kind === 'unit' ? t('roles.scope.unit') : nameOf(scope))
  return {
    /** A code that this version does not know has the name that the unit gives it. */
    permissionName({ code, name }: Pick<PermissionEntry, 'code' | 'name'>): string {
      const plain = code.replace('_area_', '_')
      if (isKnown(plain)) return t(`roles.codes.${plain}.name`)
      return isGroup(plain) ? t(`roles.groups.${plain}`) : name
    },
    permissionAbout({ code }: Pick<PermissionEntry, 'code'>): string {
      const plain = code.replace('_area_', '_')
      return isKnown(plain) ? t(`roles.codes.${plain}.about`) : ''
    },
    holderName(holder: HolderKey & Named): string {
      switch (holder.kind) {
        case 'type':
          return t(`roles.every.${readType(holder.id)}`)
        case 'class':
          return t('roles.pupilsOf', { name: nameOf(holder) })
        case 'person':
        case 'department':
          return nameOf(holder)
      }
    },
    scopeName,
  }
}

export const TYPES = ['1', '2', '3', '4'] as const
export type Type = (typeof TYPES)[number]

export function readType(value: string): Type {
  return TYPES.find((one) => one === value) ?? '4'
}
