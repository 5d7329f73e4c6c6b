import { NativeSelect, useMantineColorScheme } from '@mantine/core';
import { t } from '../texts/texts';

const SCHEMES = ['auto', 'light', 'dark'] as const;

/** Light, dark, or as the system is set. */
export function SchemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <NativeSelect
      aria-label={t.layout.scheme}
      size="xs"
      className="scheme"
      value={colorScheme}
      onChange={(event) => setColorScheme(event.currentTarget.value as (typeof SCHEMES)[number])}
      data={SCHEMES.map((value) => ({ value, label: t.layout.schemes[value] }))}
    />
  );
}
