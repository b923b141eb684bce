import { useState } from 'react';
import { CodeBlock } from '../../ui/code-block.tsx';
import { TabPanel, Tabs } from '../../ui/tabs.tsx';
import { type Language, type QueryBody, queryExample } from './query-examples.ts';

const LANGUAGES: readonly Language[] = ['curl', 'JavaScript', 'Python'];

export function CodeTabs({ url, body }: { url: string; body: QueryBody }) {
  const [language, setLanguage] = useState<Language>('curl');
  return (
    <div className="min-w-0">
      <Tabs
        label="Language"
        value={language}
        tabs={LANGUAGES.map((value) => ({ value, label: value }))}
        onChange={setLanguage}
      >
        <TabPanel value={language}>
          <CodeBlock label={`${language} example`} code={queryExample(language, url, body)} />
        </TabPanel>
      </Tabs>
    </div>
  );
}
