import type { Icon } from '../../../../contract/calls/desktop.ts'

/** The picture of an application that belongs to a theme: drawn for the cartoon, else the plain one. */
export function iconPicture(icon: Icon, theme = document.documentElement.dataset['theme']): string {
  return (theme === 'cartoon' && icon.imgCartoonPath) || icon.imgPath
}
