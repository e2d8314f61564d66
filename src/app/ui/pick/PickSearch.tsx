import { useEffect, useEffectEvent, useRef } from 'react'
import { Autocomplete, I18nProvider, Input, ListBox, ListBoxItem, SearchField } from 'react-aria-components'
import { Icon } from '../icons/Icon.tsx'
import { useKitTexts } from '../use-kit-texts.ts'
import { SEARCH_LENGTH, type PickSearchProps } from './pick-search-props.ts'

/** The input of a `PickField`, and the list of what was found below it. */
export default function PickSearch({
  id,
  labelledBy,
  describedBy,
  invalid,
  name,
  placeholder,
  text,
  options,
  claimFocus,
  onText,
  onComposing,
  onPick,
}: PickSearchProps) {
  const { language } = useKitTexts()
  const input = useRef<HTMLInputElement>(null)
  const takeFocus = useEffectEvent(() => {
    if (claimFocus()) input.current?.focus()
  })
  useEffect(() => takeFocus(), [])

  return (
    <I18nProvider locale={language === 'en' ? 'en-US' : 'zh-CN'}>
      {/* No option is active before an arrow key: Enter would pick one that came while the person was typing. */}
      <Autocomplete disableAutoFocusFirst inputValue={text} onInputChange={onText}>
        <SearchField
          id={id}
          aria-labelledby={labelledBy}
          aria-describedby={describedBy}
          isInvalid={invalid}
          validationBehavior="aria"
          maxLength={SEARCH_LENGTH}
          {...(name !== undefined && { name })}
          onCompositionStart={() => onComposing(true)}
          onCompositionEnd={() => onComposing(false)}
          // Without it, Enter would send the form around the field.
          onSubmit={() => undefined}
        >
          <Input ref={input} className="k-field__input" placeholder={placeholder} />
        </SearchField>
        {options.length > 0 && (
          <ListBox
            className="k-pick__options"
            aria-labelledby={labelledBy}
            items={options}
            onAction={(key) => onPick(String(key))}
          >
            {(option) => (
              <ListBoxItem id={option.id} textValue={option.name} className="k-pick__option">
                {option.glyph && <Icon svg={option.glyph} />}
                <span className="k-pick__name">{option.name}</span>
                {option.detail && <span className="k-field__hint">{option.detail}</span>}
              </ListBoxItem>
            )}
          </ListBox>
        )}
      </Autocomplete>
    </I18nProvider>
  )
}
