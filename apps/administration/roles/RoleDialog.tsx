import * as z from 'zod/mini'
import * as unitRoles from '../../../contract/endpoints/people/unit-roles.ts'
import type { UnitRole } from '../../../contract/endpoints/people/unit-roles.ts'
import { useChange } from '../../../src/app/core/query/use-change.ts'
import { useForm } from '../../../src/app/ui/form/use-form.ts'
import { TextField } from '../../../src/app/ui/fields/TextField.tsx'
import { FormDialog } from '../../../src/app/ui/form/FormDialog.tsx'
import { useTexts } from '../portal-context.ts'

const LENGTHS = { name: 50, englishName: 100 }

/** Names a new role, a copy of one, or one that is there. */
export function RoleDialog({
  kind,
  of,
  onClose,
  onSaved,
}: {
  kind: 'add' | 'copy' | 'rename'
  /** The role that is copied or renamed. */
  of: UnitRole | null
  onClose: () => void
  onSaved?: (roleId: string) => void
}) {
  const t = useTexts()
  const save = useChange(unitRoles.save, {
    done: (_, { name }) => t(kind === 'rename' ? 'form.saved' : 'form.added', { name }),
  })
  const named = (name: string, pattern: 'roles.copyOf.zh' | 'roles.copyOf.en', length: number) =>
    name === '' || kind !== 'copy' ? name : t(pattern, { name }).slice(0, length)
  const form = useForm({
    schema: z.pick(unitRoles.save.request, { name: true, englishName: true, codes: true }),
    values: {
      name: named(of?.name ?? '', 'roles.copyOf.zh', LENGTHS.name),
      englishName: named(of?.englishName ?? '', 'roles.copyOf.en', LENGTHS.englishName),
      codes: of?.codes ?? [],
    },
    record: {
      endpoint: unitRoles.save,
      version: kind === 'rename' && of ? of.version : null,
      valuesOf: ({ name, englishName, codes }) => ({ name, englishName, codes }),
      show: {
        codes: {
          label: t('roles.part.permissions'),
          text: (codes: string[]) => t('roles.permissions', { count: codes.length }),
        },
      },
    },
    async submit(fields, version) {
      const roleId = kind === 'rename' && of ? of.roleId : null
      const saved = await save.mutateAsync({ roleId, ...fields, version })
      onClose()
      onSaved?.(saved.roleId)
    },
  })
  return (
    <FormDialog
      title={t(`roles.dialog.${kind}`)}
      form={form}
      action={t(kind === 'rename' ? 'action.save' : 'action.add')}
      onClose={onClose}
    >
      {kind === 'copy' && <p className="k-soft">{t('roles.copyHint')}</p>}
      <TextField {...form.field('name')} label={t('structure.name')} />
      <TextField {...form.field('englishName')} label={t('structure.englishName')} />
    </FormDialog>
  )
}
