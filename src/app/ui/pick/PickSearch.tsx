import { useContext, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import {
  Autocomplete,
  AutocompleteStateContext,
  I18nProvider,
  Input,
  ListBox,
  ListBoxItem,
  SearchField,
} from 'react-aria-components'
import type { PickOption } from './pick-option.ts'
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
    const selection = claimFocus()
    if (!selection) return
    input.current?.focus()
    input.current?.setSelectionRange(...selection)
  })
  // Before the next key.
  useLayoutEffect(() => takeFocus(), [])

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
        <GoneOption options={options} />
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
      </Autocomplete>
    </I18nProvider>
  )
}

/** Makes no option the active one when it is gone: the library does so at the next key only, and until then the input would point at nothing. */
function GoneOption({ options }: { options: readonly PickOption[] }) {
  const state = useContext(AutocompleteStateContext)
  const active = state?.focusedNodeId ?? null
  const isGone = active !== null && !options.some(({ id }) => active.endsWith(`-option-${id}`))
  useEffect(() => {
    if (isGone) state?.setFocusedNodeId(null)
  }, [isGone, state])
  return null
}
