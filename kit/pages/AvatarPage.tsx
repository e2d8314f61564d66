import { Avatar } from '../../src/app/ui/icons/Avatar.tsx'
import { Story } from '../Story.tsx'
import type { PageProps } from '../texts.ts'

const SIZES = [20, 28, 44, 96] as const
/** A picture that needs no network. */
const PICTURE = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><path fill="#31748f" d="M0 0h4v4H0z"/><path fill="#f6c177" d="M0 4 4 0v4z"/></svg>',
)}`

export default function AvatarPage({ say }: PageProps) {
  return (
    <>
      <Story
        title={say('画出来的', 'Drawn')}
        hint={say('没有照片时按性别显示：男生、女生、未填。', 'Where there is no picture: a boy, a girl, neither.')}
      >
        {[1, 2, null].map((sex) => (
          <p key={sex}>
            {SIZES.map((size) => (
              <Avatar key={size} picture={null} sex={sex} size={size} chance="" />
            ))}
          </p>
        ))}
      </Story>
      <Story title={say('照片', 'Picture')}>
        {SIZES.map((size) => (
          <Avatar key={size} picture={PICTURE} sex={null} size={size} chance="" />
        ))}
      </Story>
    </>
  )
}
