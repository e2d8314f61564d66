import * as z from 'zod/mini'
import { HOSTS_MAX } from '../../../contract/endpoints/units/setup.ts'
import { HOST_LENGTH } from '../../../contract/endpoints/sign-in/sign-in-admin.ts'
import { saveHosts, type UnitPage } from '../../../contract/endpoints/units/units.ts'
import { code } from '../../../contract/fields.ts'
import { webHostOf } from '../../../contract/rules/fields/web-address.ts'
import { useChange } from '../../../src/app/core/query/use-change.ts'
import { useForm } from '../../../src/app/ui/form/use-form.ts'
import { LinesField } from '../../../src/app/ui/fields/LinesField.tsx'
import { FormDialog } from '../../../src/app/ui/form/FormDialog.tsx'
import { useTexts } from '../portal-context.ts'

/** The lines that are not blank. */
function linesOf(typed: string): string[] {
  return typed
    .split('\n')
    .map((line) => line.trim().toLowerCase())
    .filter((line) => line !== '')
}

const typedHosts = ({ hosts }: UnitPage) => ({ hosts: hosts.join('\n') })

/** The addresses of a unit, one in each line, the main one first. */
export function HostsDialog({ unit, onClose }: { unit: UnitPage; onClose: () => void }) {
  const t = useTexts()
  const save = useChange(saveHosts, { done: t('units.hostNames.saved') })
  const form = useForm({
    schema: z.object({
      hosts: z.string().check(
        z.refine((typed) => linesOf(typed).length > 0, code('field.required')),
        z.refine((typed) => linesOf(typed).every((line) => webHostOf(line) !== null), code('field.portal_host')),
        z.refine(
          (typed) => new Set(linesOf(typed).map(webHostOf)).size === linesOf(typed).length,
          code('units.host_twice'),
        ),
        z.refine((typed) => linesOf(typed).length <= HOSTS_MAX, code('field.too_long')),
      ),
    }),
    values: typedHosts(unit),
    record: { endpoint: saveHosts, version: unit.version, valuesOf: typedHosts },
    failureAt: 'hosts',
    // The server names a line.
    fieldAt: () => 'hosts',
    async submit({ hosts }, version) {
      await save.mutateAsync({ unitId: unit.unitId, hosts: linesOf(hosts), version: version ?? '' })
      onClose()
    },
  })
  return (
    <FormDialog title={t('units.hostNames.edit')} form={form} onClose={onClose}>
      <LinesField
        {...form.field('hosts')}
        label={t('units.hostNames.title')}
        hint={t('units.hostNames.hint', { count: HOSTS_MAX })}
        maxLength={HOSTS_MAX * (HOST_LENGTH + 1)}
        rows={5}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
      />
    </FormDialog>
  )
}
