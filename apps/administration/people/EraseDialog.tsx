import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import * as z from 'zod/mini'
import * as erasure from '../../../contract/endpoints/people/erasure.ts'
import type { PersonPage } from '../../../contract/endpoints/people/people.ts'
import { useChange } from '../../../src/app/core/query/use-change.ts'
import { Loaded } from '../../../src/app/ui/feedback/Loaded.tsx'
import { useForm } from '../../../src/app/ui/form/use-form.ts'
import { useEndpoint } from '../../../src/app/micro-apps/use-endpoint.ts'
import { Dialog, NARROW_DIALOG } from '../../../src/app/ui/dialog/Dialog.tsx'
import { ChoicesField } from '../../../src/app/ui/fields/ChoicesField.tsx'
import { TextField } from '../../../src/app/ui/fields/TextField.tsx'
import { FormDialog } from '../../../src/app/ui/form/FormDialog.tsx'
import { formatBytes } from '../../../src/app/ui/format/format.ts'
import { useLocale } from '../portal-context.ts'
import { nameAgain } from './name-again.ts'
import { TextList } from './TextList.tsx'

/** Erases a person for good, once what goes was shown and the name typed again. */
export default function EraseDialog({ person, onClose }: { person: PersonPage; onClose: () => void }) {
  const { t, personName } = useLocale()
  const { kind, id } = person
  const query = useEndpoint(erasure.read, { kind, id })
  if (query.data) return <Erase person={person} what={query.data} onClose={onClose} />
  return (
    <Dialog title={t('erase.question', { name: personName(person) })} width={NARROW_DIALOG} onClose={onClose}>
      <Loaded query={query} />
    </Dialog>
  )
}

function Erase({ person, what, onClose }: { person: PersonPage; what: erasure.Erasure; onClose: () => void }) {
  const { t, personName, language } = useLocale()
  const navigate = useNavigate()
  const erase = useChange(erasure.erase, {
    done: (answer) => t(answer === 'success' ? 'erase.done' : 'personJobs.begun.erase'),
  })
  const [guardians, setGuardians] = useState<string[]>([])
  const { kind, id } = person
  const shown = personName(person)
  const form = useForm({
    schema: z.object({ name: nameAgain(person) }),
    values: { name: '' },
    async submit({ name }) {
      await erase.mutateAsync({ key: { kind, id }, name, guardians })
      onClose()
      await navigate('/people', { replace: true })
    },
  })
  return (
    <FormDialog
      title={t('erase.question', { name: shown })}
      form={form}
      kind="danger"
      action={t('erase.confirm')}
      onClose={onClose}
    >
      <p>{t('erase.hint')}</p>
      <TextList
        lines={[
          t('erase.goes.always'),
          what.files > 0 &&
            t('exportPerson.holds.files', { count: what.files, size: formatBytes(what.bytes, language) }),
          what.photos > 0 && t('exportPerson.holds.photos', { count: what.photos }),
          what.messages > 0 && t('erase.goes.messages', { count: what.messages }),
          what.attendance > 0 && t('exportPerson.holds.attendance', { count: what.attendance }),
        ]}
      />
      <p className="k-soft">{t('erase.stays')}</p>
      {what.mentions > 0 && <p className="k-soft">{t('erase.mentions', { count: what.mentions })}</p>}
      {what.guardians.length > 0 && (
        <ChoicesField
          type="checkbox"
          name="guardians"
          label={t('erase.guardians')}
          chosen={guardians}
          options={what.guardians.map(
            (one) =>
              [one.userId, `${personName(one)}${one.loginName && t('inBrackets', { text: one.loginName })}`] as const,
          )}
          onChange={setGuardians}
        />
      )}
      <TextField {...form.field('name')} label={t('erase.name', { name: shown })} />
    </FormDialog>
  )
}
