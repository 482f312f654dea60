import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { classNames } from '../class-names.ts'
import { Input } from './field.tsx'
import { IconButton } from './icon-button.tsx'

/** A value that nobody who looks over a shoulder may read, unless the person who types it shows it. */
export function SecretInput({
  hidden,
  words,
  className,
  ...rest
}: Omit<ComponentProps<'input'>, 'hidden' | 'type'> & {
  /** False: an input like any other. */
  hidden: boolean
  words: { show: string; hide: string }
}) {
  const [isShown, setShown] = useState(false)
  return (
    <span className={classNames('flex min-w-0 items-center gap-1', className)}>
      <Input
        {...rest}
        type={hidden && !isShown ? 'password' : 'text'}
        spellCheck={false}
        autoComplete="off"
        className="min-w-0 flex-1 font-mono text-sm"
      />
      {hidden ? (
        <IconButton
          label={isShown ? words.hide : words.show}
          icon={isShown ? <EyeOff aria-hidden size={14} /> : <Eye aria-hidden size={14} />}
          onClick={() => setShown(!isShown)}
        />
      ) : null}
    </span>
  )
}
