import '../src/app/ui/tokens.css'
import '../src/app/ui/controls.css'
import './catalogue.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Catalogue } from './Catalogue.tsx'
import { startTexts } from './texts.ts'

const root = document.getElementById('root')
if (!root) throw new Error('the document has no element for the catalogue')
startTexts()
createRoot(root).render(
  <StrictMode>
    <Catalogue />
  </StrictMode>,
)
