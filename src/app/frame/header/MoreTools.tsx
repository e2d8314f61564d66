import dots from '@phosphor-icons/core/regular/dots-three.svg?raw'
import { useCallback, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/Button.tsx'
import { useDismiss } from '../use-dismiss.ts'
import { ToolRows, type HeaderTool } from './tools.tsx'

/** The last button of the header: opens the tools that do not fit. */
export function MoreTools({ tools }: { tools: readonly HeaderTool[] }) {
  const { t } = useTranslation('shell')
  const area = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const panelId = useId()
  const [open, setOpen] = useState(false)
  const dismiss = useCallback((escaped: boolean) => {
    if (escaped) button.current?.focus()
    setOpen(false)
  }, [])
  useDismiss(area, open, dismiss)

  return (
    <div className="h-more" ref={area}>
      <IconButton
        ref={button}
        label={t('header.more')}
        svg={dots}
        aria-expanded={open}
        aria-controls={open ? panelId : undefined}
        onClick={() => setOpen(!open)}
      />
      {open && (
        <div className="h-more__panel" id={panelId}>
          <ToolRows
            tools={tools}
            onLeave={() => {
              button.current?.focus()
              setOpen(false)
            }}
          />
        </div>
      )}
    </div>
  )
}
