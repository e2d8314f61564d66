import Swap from '@phosphor-icons/core/regular/swap.svg?react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ownSessions } from '../../../../../contract/endpoints/account.ts'
import { TEACHER } from '../../../../../contract/fields.ts'
import { linkedAccounts } from '../../../../../contract/endpoints/family/family.ts'
import { createTeacherCode, linkParent, unlinkParent } from '../../../../../contract/endpoints/family/own-accounts.ts'
import type { SessionUser } from '../../../../../contract/endpoints/sign-in/session.ts'
import { call } from '../../../core/api/call.ts'
import { useLanguage } from '../../../core/language/use-language.ts'
import { renew } from '../../../core/query/query-client.ts'
import { useChange } from '../../../core/query/use-change.ts'
import { personName } from '../../../micro-apps/names.ts'
import { Button } from '../../../ui/Button.tsx'
import { EntryCard } from '../EntryCard.tsx'
import { EnterCodeDialog, MakeCodeDialog } from '../schools/LinkDialogs.tsx'

/** The teacher and the parent account of one person: linked by a code that the parent account makes and the teacher account takes. */
export function OwnAccounts({ user: { userId, userType } }: { user: Pick<SessionUser, 'userId' | 'userType'> }) {
  const { t } = useTranslation('account')
  const language = useLanguage()
  const query = useQuery({
    queryKey: [linkedAccounts.name, 'own', userId],
    queryFn: ({ signal }) => call(linkedAccounts, {}, { signal }),
  })
  const [isAsking, setAsking] = useState(false)
  const isTeacher = userType === TEACHER
  // The header offers another account then.
  const link = useChange(linkParent, { done: t('own.linked'), renews: [linkedAccounts, ownSessions] })
  const close = () => {
    // The code may have been used meanwhile.
    if (!isTeacher) void renew(linkedAccounts)
    setAsking(false)
  }

  const entries = (query.data ?? []).slice(0, 1).map((pair) => {
    const name = personName(
      isTeacher
        ? { realName: pair.parentName, englishName: pair.parentEnglishName }
        : { realName: pair.teacherName, englishName: pair.teacherEnglishName },
      language,
    )
    return {
      key: name,
      glyph: Swap,
      title: name,
      facts: <span>{t(isTeacher ? 'own.parent' : 'own.teacher')}</span>,
      removal: {
        label: t('own.removeOf', { name }),
        question: t('own.removeQuestion', { name }),
        hint: t('own.removeHint'),
        action: t('schools.remove'),
        async confirm() {
          await call(unlinkParent, {})
          return t('own.removed')
        },
      },
    }
  })

  return (
    <EntryCard
      id="account-own"
      title={t('own.title')}
      action={
        query.isSuccess &&
        entries.length === 0 && (
          <Button needsNetwork onClick={() => setAsking(true)}>
            {t(isTeacher ? 'schools.enter' : 'schools.code')}
          </Button>
        )
      }
      note={entries.length === 0 && t(isTeacher ? 'own.teacherHint' : 'own.parentHint')}
      query={query}
      entries={entries}
      none={false}
      renews={[linkedAccounts]}
    >
      {isAsking && isTeacher && (
        <EnterCodeDialog
          hint={t('own.enterHint')}
          onClose={close}
          onCode={(code) => link.mutateAsync({ code }).finally(link.reset)}
        />
      )}
      {isAsking && !isTeacher && <MakeCodeDialog create={createTeacherCode} hint={t('own.codeHint')} onClose={close} />}
    </EntryCard>
  )
}
