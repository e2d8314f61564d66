import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { PARENT } from '../../../../contract/fields.ts'
import * as join from '../../../../contract/endpoints/family/join.ts'
import * as session from '../../../../contract/endpoints/sign-in/session.ts'
import type { SessionUser } from '../../../../contract/endpoints/sign-in/session.ts'
import { call } from '../../core/api/call.ts'
import { useLanguage } from '../../core/language/use-language.ts'
import { hasSessionMark } from '../../core/session/session-mark.ts'
import { useLinkCode } from '../../core/state/use-link-code.ts'
import { tryStorage } from '../../core/storage/local-keys.ts'
import { personName } from '../../micro-apps/names.ts'
import { documentUnit, unitNameIn } from '../../core/tenant/unit.ts'
import { UnitCard, UnitCardFoot } from '../../ui/layout/UnitCard.tsx'
import { ChoicesField } from '../../ui/fields/ChoicesField.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { StepForm, StepPanel } from '../../ui/form/StepForm.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { AccountForm } from './AccountForm.tsx'
import type { FoundChild, WayProps } from './found-child.ts'
import { chosenRelation, RelationField } from './RelationField.tsx'
import { SignInForm } from './SignInForm.tsx'

const KEY = 'portal-join-code'

/** A guardian finds a child by the code on a slip: first by the child's name, then with an account of their own. */
export function JoinPage({ onLanguage }: { onLanguage: () => void }) {
  const { t } = useTranslation('join')
  const language = useLanguage()
  const unit = documentUnit()
  const school = unit ? unitNameIn(unit, language) : ''
  const [found, setFound] = useState<FoundChild | null>(null)
  const [user, setUser] = useState<SessionUser | null>(null)
  const [isDone, setDone] = useState(false)
  const code = useLinkCode(KEY, () => {
    setFound(null)
    setDone(false)
  })

  useEffect(() => {
    document.title = `${t('title')} · ${school}`
  }, [t, school])

  const go = async (next: FoundChild) => {
    // A guardian who is signed in need not type a password.
    const known = hasSessionMark(documentUnit()?.unitType) ? await call(session.me, {}).catch(() => null) : null
    setUser(known?.userType === PARENT && !known.firstPassword ? known : null)
    setFound(next)
  }
  const finish = () => {
    tryStorage(() => sessionStorage.removeItem(KEY))
    setDone(true)
  }

  return (
    <UnitCard unit={unit}>
      {!found ? (
        <ChildStep key={code} code={code} onFound={go} />
      ) : isDone ? (
        <StepPanel title={t('done.title', { name: found.name })} hint={t('done.hint')}>
          <a className="k-button k-button--primary" href="/">
            {t('done.open')}
          </a>
        </StepPanel>
      ) : (
        <AccountStep found={found} user={user} onDone={finish} onBack={() => setFound(null)} />
      )}
      {!isDone && <UnitCardFoot back={t('signIn')} onLanguage={onLanguage} />}
    </UnitCard>
  )
}

function ChildStep({ code, onFound }: { code: string; onFound: (found: FoundChild) => Promise<void> }) {
  const { t } = useTranslation('join')
  const language = useLanguage()
  const form = useForm({
    schema: join.check.request,
    values: { code, child: '' },
    async submit(proof) {
      const { guardians, ...child } = await call(join.check, proof)
      await onFound({ proof, guardians, name: personName(child, language) })
    },
  })
  return (
    <StepPanel title={t('title')} hint={t('child.hint')}>
      <StepForm form={form} action={t('child.next')}>
        <TextField
          {...form.field('code')}
          label={t('child.code')}
          hint={t('child.codeHint')}
          autoCapitalize="characters"
          spellCheck={false}
        />
        <TextField {...form.field('child')} label={t('child.name')} />
      </StepForm>
    </StepPanel>
  )
}

type Way = 'own' | 'create' | 'signIn'

function AccountStep({ user, ...props }: WayProps & { user: SessionUser | null }) {
  const { t } = useTranslation('join')
  const language = useLanguage()
  const [way, setWay] = useState<Way>(user ? 'own' : 'create')
  const ways: readonly Way[] = user ? ['own', 'create', 'signIn'] : ['create', 'signIn']
  return (
    <StepPanel title={t('account.title', { name: props.found.name })} hint={t('account.hint')}>
      <ChoicesField
        type="radio"
        name="way"
        label={t('account.way')}
        chosen={[way]}
        options={ways.map(
          (one) => [one, t(`account.${one}`, { name: user ? personName(user, language) : '' })] as const,
        )}
        onChange={([chosen = way]) => setWay(chosen)}
      />
      {way === 'own' && <OwnAccountForm {...props} />}
      {way === 'create' && <AccountForm {...props} />}
      {way === 'signIn' && <SignInForm {...props} />}
    </StepPanel>
  )
}

/** Adds the child to the account that is signed in. */
function OwnAccountForm({ found, onDone, onBack }: WayProps) {
  const { t } = useTranslation('join')
  const form = useForm({
    schema: z.object({ relation: chosenRelation }),
    values: { relation: '' },
    texts: { relation: t('relation.needed') },
    async submit({ relation }) {
      await call(join.redeem, { ...found.proof, relation })
      onDone()
    },
  })
  return (
    <StepForm form={form} action={t('account.add')} back={t('back')} onBack={onBack}>
      <RelationField {...form.field('relation')} />
    </StepForm>
  )
}
