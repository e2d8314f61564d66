import Buildings from '@phosphor-icons/core/regular/buildings.svg?react'
import Chalkboard from '@phosphor-icons/core/regular/chalkboard.svg?react'
import Identification from '@phosphor-icons/core/regular/identification-badge.svg?react'
import User from '@phosphor-icons/core/regular/user.svg?react'
import UsersThree from '@phosphor-icons/core/regular/users-three.svg?react'
import type { ShareReceiver } from '../../../contract/endpoints/storage/shares.ts'
import type { Language } from '../../../contract/envelope.ts'
import { useLanguage } from '../../../src/app/core/language/use-language.ts'
import { nameIn } from '../../../src/app/micro-apps/names.ts'
import { Icon, type SvgComponent } from '../../../src/app/ui/icons/Icon.tsx'
import { useTexts, type Translate } from '../portal.ts'

const GLYPHS: Readonly<Record<ShareReceiver['kind'], SvgComponent>> = {
  person: User,
  class: Chalkboard,
  grade: UsersThree,
  department: Buildings,
  role: Identification,
}

function describe({ kind, userType, place }: ShareReceiver, language: Language, t: Translate): string {
  if (kind !== 'person' || userType === null) return t(`sharing.kinds.${kind}`)
  const type = t(`sharing.types.${userType}`)
  return place ? `${type} · ${nameIn(place, language)}` : type
}

/** Who it is: a glyph, the name, and what tells two of a name apart. */
export const showReceiver = (receiver: ShareReceiver, language: Language, t: Translate) => ({
  id: receiver.id,
  name: nameIn(receiver, language),
  detail: describe(receiver, language, t),
  glyph: GLYPHS[receiver.kind],
})

export function Receiver({ receiver }: { receiver: ShareReceiver }) {
  const { glyph, name, detail } = showReceiver(receiver, useLanguage(), useTexts())
  return (
    <>
      <Icon svg={glyph} />
      <span className="f-place-who">
        <span>{name}</span>
        <small>{detail}</small>
      </span>
    </>
  )
}
