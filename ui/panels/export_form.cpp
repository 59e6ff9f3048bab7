// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of the export dialog's form, and what follows what in them.
#include "ui/panels/export_dialog.h"

#include "ui/widgets/choice_box.h"
#include "ui/widgets/figures.h"
#include "ui/widgets/list_parts.h"
#include "ui/widgets/plain_number_box.h"
#include "ui/widgets/segmented_choice.h"
#include "ui/widgets/window_style.h"

#include <QCheckBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QtMath>
#include <algorithm>
#include <utility>

namespace bubblescope::ui {

namespace {} // namespace

void ExportDialog::addRow(QFormLayout& form, const QString& title, QWidget* editor, QWidget* second)
{
    editor->setAccessibleName(title);
    if (!second) {
        form.addRow(title, editor);
        return;
    }
    auto* both = new QHBoxLayout;
    both->setSpacing(8);
    both->addWidget(editor, 1);
    both->addWidget(second, 1);
    form.addRow(title, both);
}

QDoubleSpinBox* ExportDialog::makeNumber(double least, double most, int decimals, const QString& suffix)
{
    auto* box = new PlainNumberBox(this);
    box->setDecimals(decimals);
    box->setRange(least, most);
    box->setSuffix(suffix);
    box->setMinimumHeight(kFieldHeight);
    connect(box, &QDoubleSpinBox::valueChanged, this, &ExportDialog::settingsChanged);
    return box;
}

void ExportDialog::makeTarget(QFormLayout& form)
{
    m_target = new SegmentedChoice(this);
    m_target->setObjectName(QStringLiteral("export-target"));
    m_target->setChoices({tr("1 column"), tr("2 columns"), tr("Slide"), tr("Screen")});
    m_target->setToolTip(tr("For a column of a paper (8.5 cm), two columns (17.8 cm), a slide of 16:9, or a "
                            "screen"));
    connect(m_target, &SegmentedChoice::chosen, this, &ExportDialog::targetChosen);
    addRow(form, tr("For"), m_target);
    m_font = makeNumber(4, 48, 2, tr(" pt"));
    m_font->setObjectName(QStringLiteral("export-font"));
    m_font->setSingleStep(0.5);
    m_font->setToolTip(tr("Of labels and legend, as printed"));
    addRow(form, tr("Font size"), m_font);
}

void ExportDialog::targetChosen()
{
    const auto target = static_cast<FigureTarget>(m_target->current());
    const FigureSize size = figureSizeOf(target);
    const QSignalBlocker quiet(m_font);
    m_font->setValue(size.fontPt);
    m_scale->setValue(size.scale);
    // On paper and slides a page is white, and what is on it made for that.
    if (target != FigureTarget::Screen) {
        m_theme->setCurrentIndex(static_cast<int>(lightOf(static_cast<ThemeName>(m_theme->currentIndex()))));
        if (m_pageColor->current() == 0)
            m_pageColor->setCurrent(1);
    }
    settingsChanged();
}

void ExportDialog::makeSubject(QFormLayout& form)
{
    m_format = new SegmentedChoice(this);
    m_format->setObjectName(QStringLiteral("export-format"));
    m_format->setChoices({tr("PDF"), tr("SVG"), tr("PNG"), tr("TikZ"), tr("HTML")});
    connect(m_format, &SegmentedChoice::chosen, this, &ExportDialog::settingsChanged);
    addRow(form, tr("Format"), m_format);
    if (m_base.sides.size() > 1) {
        m_subject = new SegmentedChoice(this);
        m_subject->setObjectName(QStringLiteral("export-subject"));
        m_subject->setChoices({tr("Current"), tr("Comparison")});
        connect(m_subject, &SegmentedChoice::chosen, this, &ExportDialog::settingsChanged);
        addRow(form, tr("Picture of"), m_subject);
    }
}

void ExportDialog::makePart(QFormLayout& form)
{
    m_range = new SegmentedChoice(this);
    m_range->setObjectName(QStringLiteral("export-range"));
    m_range->setChoices({tr("Whole run"), tr("View"), tr("From … to")});
    connect(m_range, &SegmentedChoice::chosen, this, &ExportDialog::settingsChanged);
    addRow(form, tr("Range"), m_range);
    const Timeline& timeline = *m_evaluation->timeline;
    m_timeUnit = unitFor(timeline.makespan, {Quantity::Duration, timeline.unit});
    const QString unit = m_timeUnit.name.empty()
                             ? QString()
                             : QLatin1Char(' ') + QString::fromStdString(std::string(m_timeUnit.name));
    const double end = timeline.makespan / m_timeUnit.size;
    m_from = makeNumber(0, end, 3, unit);
    m_from->setObjectName(QStringLiteral("export-from"));
    m_to = makeNumber(0, end, 3, unit);
    m_to->setObjectName(QStringLiteral("export-to"));
    m_to->setValue(end);
    for (QDoubleSpinBox* box : {m_from, m_to})
        static_cast<PlainNumberBox*>(box)->setMeasure({Quantity::Duration, timeline.unit}, m_timeUnit.size);
    addRow(form, tr("From, to"), m_from, m_to);
    m_from->setAccessibleName(tr("From"));
    m_to->setAccessibleName(tr("To"));
    const int last = std::max(0, static_cast<int>(timeline.schedule->rankCount()) - 1);
    const std::pair<QSpinBox**, const char*> ranks[] = {{&m_firstRank, "export-first-rank"},
                                                        {&m_lastRank, "export-last-rank"}};
    for (const auto& [box, name] : ranks) {
        *box = new QSpinBox(this);
        (*box)->setObjectName(QLatin1String(name));
        (*box)->setRange(0, last);
        (*box)->setMinimumHeight(kFieldHeight);
        connect(*box, &QSpinBox::valueChanged, this, &ExportDialog::settingsChanged);
    }
    m_lastRank->setValue(last);
    addRow(form, tr("Ranks"), m_firstRank, m_lastRank);
    m_firstRank->setAccessibleName(tr("First rank"));
    m_lastRank->setAccessibleName(tr("Last rank"));
}

void ExportDialog::makeSizes(QFormLayout& form)
{
    m_width = new QSpinBox(this);
    m_width->setRange(200, 20000);
    m_height = new QSpinBox(this);
    m_height->setRange(0, 20000);
    m_height->setSpecialValueText(tr("as needed"));
    for (QSpinBox* box : {m_width, m_height}) {
        box->setSuffix(tr(" px"));
        box->setSingleStep(10);
        box->setMinimumHeight(kFieldHeight);
        connect(box, &QSpinBox::valueChanged, this, &ExportDialog::settingsChanged);
    }
    m_widthCm = makeNumber(cmOf(m_width->minimum()), cmOf(m_width->maximum()), 2, tr(" cm"));
    m_widthCm->setObjectName(QStringLiteral("export-width-cm"));
    addRow(form, tr("Width"), m_width, m_widthCm);
    m_widthCm->setAccessibleName(tr("Width on paper"));
    addRow(form, tr("Height"), m_height);
    m_scale = makeNumber(0.1, 16, 3, tr(" ×"));
    m_scale->setSingleStep(0.5);
    m_dpi = new QSpinBox(this);
    m_dpi->setObjectName(QStringLiteral("export-dpi"));
    m_dpi->setRange(qCeil(m_scale->minimum() * kDotsPerInch), qFloor(m_scale->maximum() * kDotsPerInch));
    m_dpi->setSuffix(tr(" dpi"));
    m_dpi->setMinimumHeight(kFieldHeight);
    addRow(form, tr("Scale"), m_scale, m_dpi);
    m_dpi->setAccessibleName(tr("Resolution"));
    m_page = new ChoiceBox(this);
    m_page->addItems({tr("Same as the picture"), tr("A4"), tr("A3"), tr("Letter")});
    connect(m_page, &QComboBox::currentIndexChanged, this, &ExportDialog::settingsChanged);
    addRow(form, tr("Page"), m_page);
    linkSizes();
}

void ExportDialog::linkSizes()
{
    const auto follow = [](auto* box, auto value) {
        const QSignalBlocker quiet(box);
        box->setValue(value);
    };
    connect(m_width, &QSpinBox::valueChanged, m_widthCm,
            [this, follow](int px) { follow(m_widthCm, cmOf(px)); });
    connect(m_widthCm, &QDoubleSpinBox::valueChanged, this, [this, follow](double cm) {
        follow(m_width, qRound(cm / kCmPerPx));
        settingsChanged();
    });
    connect(m_scale, &QDoubleSpinBox::valueChanged, m_dpi,
            [this, follow](double scale) { follow(m_dpi, qRound(scale * kDotsPerInch)); });
    connect(m_dpi, &QSpinBox::valueChanged, this, [this, follow](int dpi) {
        follow(m_scale, static_cast<double>(dpi) / kDotsPerInch);
        settingsChanged();
    });
}

void ExportDialog::makeLook(QFormLayout& form)
{
    m_theme = new ChoiceBox(this);
    // In the order of ThemeName.
    m_theme->addItems({tr("Light"), tr("Dark"), tr("Color-blind safe"), tr("Print"),
                       tr("Color-blind safe, dark"), tr("High contrast"), tr("High contrast, dark")});
    connect(m_theme, &QComboBox::currentIndexChanged, this, &ExportDialog::settingsChanged);
    addRow(form, tr("Theme"), m_theme);
    m_labels = new ChoiceBox(this);
    m_labels->setObjectName(QStringLiteral("export-labels"));
    // In the order of LabelMode.
    m_labels->addItems({tr("Where they are legible"), tr("All that fit"), tr("None")});
    connect(m_labels, &QComboBox::currentIndexChanged, this, &ExportDialog::settingsChanged);
    addRow(form, tr("Labels"), m_labels);
}

void ExportDialog::makeSwitches(QFormLayout& form)
{
    const auto add = [&](const QString& title) {
        auto* box = new QCheckBox(title, this);
        connect(box, &QCheckBox::toggled, this, &ExportDialog::settingsChanged);
        form.addRow(QString(), box);
        return box;
    };
    m_title = new QCheckBox(tr("Title"), this);
    m_title->setMinimumHeight(kFieldHeight);
    connect(m_title, &QCheckBox::toggled, this, &ExportDialog::settingsChanged);
    m_titleText = makeEntryField(tr("Text of the title"), this);
    m_titleText->setObjectName(QStringLiteral("export-title"));
    m_titleText->setPlaceholderText(tr("no title"));
    m_titleText->setMinimumHeight(kFieldHeight);
    connect(m_titleText, &QLineEdit::textChanged, this, &ExportDialog::settingsChanged);
    form.addRow(m_title, m_titleText);
    m_metrics = add(tr("Metrics"));
    m_legend = add(tr("Legend"));
    m_memory = add(tr("Memory"));
    m_path = add(tr("Critical path"));
    m_path->setObjectName(QStringLiteral("export-path"));
    m_notes = add(tr("Notes"));
    m_notes->setObjectName(QStringLiteral("export-notes"));
    m_selection = add(tr("Selection"));
    m_selection->setObjectName(QStringLiteral("export-selection"));
    m_chain = add(tr("Chain of the bubble"));
    // What the view does not show cannot be left out.
    m_path->setVisible(m_base.path != nullptr);
    m_notes->setVisible(!m_base.notes.empty());
    m_selection->setVisible(m_base.selected.has_value());
    m_pageColor = new SegmentedChoice(this);
    m_pageColor->setObjectName(QStringLiteral("export-page-color"));
    m_pageColor->setChoices({tr("Theme", "color of the page"), tr("White", "color of the page"),
                             tr("Transparent", "color of the page")});
    connect(m_pageColor, &SegmentedChoice::chosen, this, &ExportDialog::settingsChanged);
    addRow(form, tr("Background"), m_pageColor);
}

} // namespace bubblescope::ui
