import { useState } from 'react'
import { Link } from 'react-router-dom'
import * as z from 'zod/mini'
import { linkAccounts, unlinkAccounts } from '../../../../contract/endpoints/people/guardians.ts'
import type { PersonPage } from '../../../../contract/endpoints/people/people.ts'
import * as structureEndpoints from '../../../../contract/endpoints/people/structure.ts'
import { useChange } from '../../../../src/app/core/query/use-change.ts'
import { useForm } from '../../../../src/app/ui/form/use-form.ts'
import { useEndpoint } from '../../../../src/app/micro-apps/use-endpoint.ts'
import { Button } from '../../../../src/app/ui/Button.tsx'
import { ConfirmDialog } from '../../../../src/app/ui/dialog/ConfirmDialog.tsx'
import { FormDialog } from '../../../../src/app/ui/form/FormDialog.tsx'
import { Card } from '../../../../src/app/ui/record/Card.tsx'
import { neededPerson, PersonField } from '../../classes/PersonField.tsx'
import { useLocale } from '../../portal-context.ts'

/** The other account of the same person, as teacher or parent: shown, linked and separated. */
export function LinkedAccount({ person }: { person: PersonPage }) {
  const { t, personName } = useLocale()
  const { data: structure } = useEndpoint(structureEndpoints.read, {})
  const [dialog, setDialog] = useState<'link' | 'unlink' | null>(null)
  const unlink = useChange(unlinkAccounts, { done: t('link.removed') })
  const { linked } = person
  const isParent = person.userType === 3
  // Links are of the whole unit: in a part of it they are neither shown nor made.
  if (!structure?.whole) return null
  return (
    <Card title={t('person.linked')}>
      {linked ? (
        <p className="ad-family__name">
          <Link to={`/people/account/${linked.userId}`}>
            {personName(linked)}
            {t('inBrackets', { text: t(`type.${linked.userType}`) })}
          </Link>
        </p>
      ) : (
        <p className="k-soft">{t(isParent ? 'link.noTeacher' : 'link.noParent')}</p>
      )}
      {linked ? (
        <Button needsNetwork onClick={() => setDialog('unlink')}>
          {t('link.remove')}
        </Button>
      ) : (
        person.active && (
          <Button needsNetwork onClick={() => setDialog('link')}>
            {t(isParent ? 'link.addTeacher' : 'link.addParent')}
          </Button>
        )
      )}
      {dialog === 'link' && <LinkDialog person={person} onClose={() => setDialog(null)} />}
      {dialog === 'unlink' && (
        <ConfirmDialog
          question={t('link.removeQuestion', { name: personName(person) })}
          hint={t('link.removeHint')}
          action={t('link.remove')}
          onClose={() => setDialog(null)}
          change={() => unlink.mutateAsync({ teacherId: isParent ? (linked?.userId ?? '') : person.id })}
        />
      )}
    </Card>
  )
}

const fields = z.object({ other: neededPerson })

function LinkDialog({ person, onClose }: { person: PersonPage; onClose: () => void }) {
  const { t, personName } = useLocale()
  const link = useChange(linkAccounts, { done: t('link.done') })
  const isParent = person.userType === 3
  const form = useForm({
    schema: fields,
    values: { other: null },
    async submit({ other: { userId } }) {
      const pair = isParent ? { teacherId: userId, parentId: person.id } : { teacherId: person.id, parentId: userId }
      await link.mutateAsync(pair)
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('link.title', { name: personName(person) })}
      form={form}
      action={t('link.add')}
      onClose={onClose}
    >
      <p className="k-soft">{t('link.hint')}</p>
      <PersonField
        label={t(isParent ? 'type.2' : 'type.3')}
        types={[isParent ? '2' : '3']}
        name="other"
        error={form.errorOf('other')}
        person={form.watch('other')}
        onChange={(other) => form.change('other', other)}
      />
    </FormDialog>
  )
}
