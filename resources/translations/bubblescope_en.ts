<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en_US" sourcelanguage="en">
<context>
    <name>FindWords</name>
    <message numerus="yes">
        <source>%1, improved by %n change(s)</source>
        <comment>schedule</comment>
        <translation>
            <numerusform>%1, improved by %n change</numerusform>
            <numerusform>%1, improved by %n changes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>NoteText</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::ComparePanel</name>
    <message numerus="yes">
        <source>%n schedules; differences are relative to the current one; a dot marks the best</source>
        <translation>
            <numerusform>%n schedule; differences are relative to the current one; a dot marks the best</numerusform>
            <numerusform>%n schedules; differences are relative to the current one; a dot marks the best</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::LaneHeaders</name>
    <message numerus="yes">
        <source>%n hidden · </source>
        <comment>lanes</comment>
        <translation>
            <numerusform>%n hidden · </numerusform>
            <numerusform>%n hidden · </numerusform>
        </translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::MessageBar</name>
    <message numerus="yes">
        <source>Read with %n warning(s); the first:</source>
        <translation>
            <numerusform>Read with %n warning:</numerusform>
            <numerusform>Read with %n warnings; the first:</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::ScatterView</name>
    <message numerus="yes">
        <source>%n more in this place</source>
        <translation>
            <numerusform>%n more in this place</numerusform>
            <numerusform>%n more in this place</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::SessionController</name>
    <message numerus="yes">
        <source>%n more after it.</source>
        <comment>unsaved documents</comment>
        <translation>
            <numerusform>%n more after it.</numerusform>
            <numerusform>%n more after it.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) that were open last time are no longer there.</source>
        <translation>
            <numerusform>%n file that was open last time is no longer there.</numerusform>
            <numerusform>%n files that were open last time are no longer there.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::SweepDialog</name>
    <message numerus="yes">
        <source>%n row(s) copied as CSV.</source>
        <translation>
            <numerusform>%n row copied as CSV.</numerusform>
            <numerusform>%n rows copied as CSV.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::SweepForm</name>
    <message numerus="yes">
        <source>%n configuration(s)</source>
        <translation>
            <numerusform>%n configuration</numerusform>
            <numerusform>%n configurations</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::TimelineView</name>
    <message numerus="yes">
        <source>%n lane(s), nothing selected. Arrows select an action.</source>
        <translation>
            <numerusform>%n lane, nothing selected. Arrows select an action.</numerusform>
            <numerusform>%n lanes, nothing selected. Arrows select an action.</numerusform>
        </translation>
    </message>
</context>
</TS>
