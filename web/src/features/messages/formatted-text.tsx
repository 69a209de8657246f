import type { Block, Inline } from '@chat-app/contract';
import { classNames } from '../../ui/class-names.ts';
import { CodeBlock } from './code-block.tsx';
import { MarkedText } from './marked-text.tsx';
import { MentionChip, useTextWithNames } from './mention-chip.tsx';
import { Spoiler } from './spoiler.tsx';

const styles = { bold: 'strong', italic: 'em', strike: 's', spoiler: Spoiler } as const;
const codeClasses =
  'rounded-[4px] bg-[var(--inset,var(--hover))] box-decoration-clone px-1 py-0.5 font-mono text-[0.9em]';
const depthClasses = ['', 'ps-5', 'ps-10', 'ps-15'];

/** A parsed message. A single paragraph, as most messages are, needs no element of its own. */
export function FormattedText({ blocks }: { blocks: readonly Block[] }) {
  const [first] = blocks;
  if (blocks.length === 1 && first?.kind === 'paragraph') return <InlineNodes nodes={first.children} />;
  return (
    <div className="flex flex-col gap-1.5">
      {blocks.map((block, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the blocks of one text never change places
        <BlockNode key={index} block={block} />
      ))}
    </div>
  );
}

function BlockNode({ block }: { block: Block }) {
  if (block.kind === 'codeBlock') return <CodeBlock language={block.language} text={block.text} />;
  if (block.kind === 'list') return <List items={block.items} />;
  if (block.kind === 'quote') {
    return (
      <blockquote className="border-s-2 border-current/50 ps-3">
        <FormattedText blocks={block.blocks} />
      </blockquote>
    );
  }
  return (
    <p dir="auto">
      <InlineNodes nodes={block.children} />
    </p>
  );
}

function List({ items }: Pick<Extract<Block, { kind: 'list' }>, 'items'>) {
  return (
    <ul>
      {items.map(({ number, depth, children }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the items of one text never change places
        <li key={index} className={classNames('flex gap-2', depthClasses[depth])}>
          {number === null ? <span aria-hidden="true">•</span> : <span className="tabular-nums">{number}.</span>}
          <span dir="auto" className="min-w-0">
            <InlineNodes nodes={children} />
          </span>
        </li>
      ))}
    </ul>
  );
}

function InlineNodes({ nodes }: { nodes: readonly Inline[] }) {
  return nodes.map((node, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- the parts of one text never change places
    <InlineNode key={index} node={node} />
  ));
}

function InlineCode({ text }: { text: string }) {
  return (
    <code className={codeClasses}>
      <MarkedText text={useTextWithNames(text)} />
    </code>
  );
}

function InlineNode({ node }: { node: Inline }) {
  if ('children' in node) {
    const Style = styles[node.kind];
    return (
      <Style>
        <InlineNodes nodes={node.children} />
      </Style>
    );
  }
  if (node.kind === 'code') return <InlineCode text={node.text} />;
  if (node.kind === 'link') {
    return (
      <a
        href={node.href}
        target="_blank"
        rel="noopener noreferrer"
        className="underline underline-offset-2 focus-visible:outline-current"
      >
        <MarkedText text={node.text} />
      </a>
    );
  }
  if (node.kind === 'mention') return <MentionChip target={node.target} source={node.text} />;
  return <MarkedText text={node.text} />;
}
