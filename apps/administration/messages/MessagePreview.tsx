import Paperclip from '@phosphor-icons/core/regular/paperclip.svg?react'
import { useState } from 'react'
import type { Language } from '../../../contract/envelope.ts'
import { useLanguage } from '../../../src/app/core/language/use-language.ts'
import { Segments } from '../../../src/app/ui/fields/Segments.tsx'
import { Icon } from '../../../src/app/ui/icons/Icon.tsx'
import { useTexts } from '../portal-context.ts'
import { Card } from '../../../src/app/ui/record/Card.tsx'
import { asksOf, hasText, type Draft } from './message-draft.ts'
import { useDates } from './use-dates.ts'

/** What receivers will see, in either language. */
export function MessagePreview({ draft }: { draft: Draft }) {
  const t = useTexts()
  const own = useLanguage()
  const { day } = useDates()
  const [language, setLanguage] = useState<Language>(own)
  const hasEnglish = draft.englishTitle.trim() !== '' || draft.englishText.trim() !== ''
  const isEnglish = hasEnglish && language === 'en'
  const title = (isEnglish && draft.englishTitle) || draft.title
  const text = (isEnglish && draft.englishText) || draft.text
  const importance = ([1, 2, 3, 4, 5] as const).find((one) => one === draft.importance) ?? 1
  const isTodo = draft.kind === 'todo'
  const asks = asksOf(draft)
  return (
    <Card title={t('messages.preview')} className="ad-message-preview">
      {hasEnglish && (
        <Segments
          label={t('messages.previewIn')}
          labelled="unseen"
          options={[
            { value: 'zh-CN', label: '中文' },
            { value: 'en', label: 'English' },
          ]}
          value={language}
          onChange={setLanguage}
        />
      )}
      <div className="ad-message-preview__card" data-importance={isTodo ? undefined : importance}>
        {!isTodo && <p className="ad-message-preview__level">{t(`messages.importances.${importance}`)}</p>}
        <p className="ad-message-preview__title">{title.trim() === '' ? t('messages.title') : title}</p>
        {hasText(draft) && text !== '' && <p className="ad-message-preview__text">{text}</p>}
        {isTodo && draft.dueOn !== '' && <p className="k-soft">{t('messages.due', { day: day(draft.dueOn) })}</p>}
        {asks !== '' && <p className="ad-message-preview__answer">{t(`messages.buttonOf.${asks}`)}</p>}
        {!isTodo &&
          draft.files.map(({ fileId, name }) => (
            <p key={fileId} className="ad-message-preview__file">
              <Icon svg={Paperclip} size={16} />
              {name}
            </p>
          ))}
      </div>
    </Card>
  )
}
