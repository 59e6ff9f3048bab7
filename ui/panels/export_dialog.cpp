// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/export_dialog.h"

#include "ui/panels/choice_box.h"
#include "ui/panels/look.h"
#include "ui/panels/segmented_choice.h"
#include "ui/panels/window_style.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace bubblescope::ui {

namespace {

constexpr int kFormWidth = 300;

} // namespace

ExportDialog::ExportDialog(EvaluationPtr evaluation, const PictureSettings& settings, QWidget* parent)
    : QDialog(parent)
    , m_evaluation(std::move(evaluation))
    , m_base(settings)
    , m_preview(new QLabel(this))
    , m_sizeNote(new QLabel(this))
{
    setWindowTitle(tr("Export picture"));
    auto* form = new QFormLayout;
    form->setHorizontalSpacing(16);
    form->setVerticalSpacing(8);
    makeForm(*form);
    makeSwitches(*form);
    auto* left = new QVBoxLayout;
    left->addLayout(form);
    left->addStretch(1);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    m_export = buttons->addButton(tr("Export…"), QDialogButtonBox::AcceptRole);
    m_export->setDefault(true);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    left->addWidget(buttons);
    auto* holder = new QWidget(this);
    holder->setLayout(left);
    left->setContentsMargins(0, 0, 0, 0);
    holder->setMinimumWidth(kFormWidth);
    holder->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred);
    m_preview->setObjectName(QStringLiteral("export-preview"));
    m_preview->setAlignment(Qt::AlignCenter);
    m_preview->setMinimumSize(420, 300);
    m_preview->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Ignored);
    m_preview->setAccessibleName(tr("Preview"));
    m_sizeNote->setProperty("quiet", true);
    m_sizeNote->setAlignment(Qt::AlignCenter);
    auto* right = new QVBoxLayout;
    right->addWidget(m_preview, 1);
    right->addWidget(m_sizeNote);
    auto* columns = new QHBoxLayout(this);
    columns->setContentsMargins(20, 20, 20, 20);
    columns->setSpacing(24);
    columns->addWidget(holder);
    columns->addLayout(right, 1);
    m_previewTimer.setSingleShot(true);
    m_previewTimer.setInterval(60);
    connect(&m_previewTimer, &QTimer::timeout, this, &ExportDialog::renewPreview);
    setSettings(settings);
    resize(920, 520);
}

void ExportDialog::makeForm(QFormLayout& form)
{
    const auto add = [&](const QString& title, QWidget* editor) {
        editor->setAccessibleName(title);
        form.addRow(title, editor);
    };
    m_format = new SegmentedChoice(this);
    m_format->setChoices({tr("PNG"), tr("SVG"), tr("PDF")});
    connect(m_format, &SegmentedChoice::chosen, this, &ExportDialog::settingsChanged);
    add(tr("Format"), m_format);
    if (m_base.sides.size() > 1) {
        m_subject = new SegmentedChoice(this);
        m_subject->setObjectName(QStringLiteral("export-subject"));
        m_subject->setChoices({tr("Current"), tr("Comparison")});
        connect(m_subject, &SegmentedChoice::chosen, this, &ExportDialog::settingsChanged);
        add(tr("Picture of"), m_subject);
    }
    m_range = new SegmentedChoice(this);
    m_range->setChoices({tr("Whole run"), tr("View")});
    connect(m_range, &SegmentedChoice::chosen, this, &ExportDialog::settingsChanged);
    add(tr("Range"), m_range);
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
    add(tr("Width"), m_width);
    add(tr("Height"), m_height);
    m_scale = new QDoubleSpinBox(this);
    m_scale->setRange(0.25, 8);
    m_scale->setSingleStep(0.5);
    m_scale->setDecimals(2);
    m_scale->setMinimumHeight(kFieldHeight);
    connect(m_scale, &QDoubleSpinBox::valueChanged, this, &ExportDialog::settingsChanged);
    add(tr("Scale"), m_scale);
    m_page = new ChoiceBox(this);
    m_page->addItems({tr("As the picture"), tr("A4"), tr("A3"), tr("Letter")});
    connect(m_page, &QComboBox::currentIndexChanged, this, &ExportDialog::settingsChanged);
    add(tr("Page"), m_page);
    m_theme = new ChoiceBox(this);
    // In the order of ThemeName.
    m_theme->addItems({tr("Light"), tr("Dark"), tr("Colour-blind safe"), tr("Print"),
                       tr("Colour-blind safe, dark"), tr("High contrast"), tr("High contrast, dark")});
    connect(m_theme, &QComboBox::currentIndexChanged, this, &ExportDialog::settingsChanged);
    add(tr("Theme"), m_theme);
}

void ExportDialog::makeSwitches(QFormLayout& form)
{
    const auto add = [&](const QString& title) {
        auto* box = new QCheckBox(title, this);
        connect(box, &QCheckBox::toggled, this, &ExportDialog::settingsChanged);
        form.addRow(QString(), box);
        return box;
    };
    m_title = add(tr("Title"));
    m_metrics = add(tr("Metrics"));
    m_legend = add(tr("Legend"));
    m_memory = add(tr("Memory"));
    m_transparent = add(tr("Transparent background"));
}

PictureSettings ExportDialog::settings() const
{
    PictureSettings settings = m_base;
    settings.format = static_cast<PictureFormat>(m_format->current());
    settings.wholeRun = m_range->current() == 0;
    settings.ofComparison = m_subject && m_subject->current() == 1;
    settings.width = m_width->value();
    settings.height = m_height->value();
    settings.scale = m_scale->value();
    settings.page = static_cast<PageSize>(m_page->currentIndex());
    settings.theme = static_cast<ThemeName>(m_theme->currentIndex());
    settings.showTitle = m_title->isChecked();
    settings.showMetrics = m_metrics->isChecked();
    settings.showLegend = m_legend->isChecked();
    settings.showMemory = m_memory->isChecked();
    settings.transparent = m_transparent->isChecked();
    return settings;
}

void ExportDialog::setSettings(const PictureSettings& settings)
{
    m_base = settings;
    m_format->setCurrent(static_cast<int>(settings.format));
    m_range->setCurrent(settings.wholeRun ? 0 : 1);
    if (m_subject)
        m_subject->setCurrent(settings.ofComparison ? 1 : 0);
    m_width->setValue(settings.width);
    m_height->setValue(settings.height);
    m_scale->setValue(settings.scale);
    m_page->setCurrentIndex(static_cast<int>(settings.page));
    m_theme->setCurrentIndex(static_cast<int>(settings.theme));
    m_title->setChecked(settings.showTitle);
    m_metrics->setChecked(settings.showMetrics);
    m_legend->setChecked(settings.showLegend);
    m_memory->setChecked(settings.showMemory);
    m_transparent->setChecked(settings.transparent);
    settingsChanged();
}

void ExportDialog::settingsChanged()
{
    const auto format = static_cast<PictureFormat>(m_format->current());
    m_scale->setEnabled(format == PictureFormat::Png);
    m_page->setEnabled(format == PictureFormat::Pdf);
    m_previewTimer.start();
}

void ExportDialog::resizeEvent(QResizeEvent* event)
{
    QDialog::resizeEvent(event);
    m_previewTimer.start();
}

void ExportDialog::renewPreview()
{
    const PictureSettings wanted = settings();
    const Result<Scene> scene = pictureScene(*m_evaluation, wanted);
    m_export->setEnabled(scene.has_value());
    if (!scene) {
        m_preview->setPixmap({});
        m_sizeNote->setText(QString::fromStdString(scene.error().message));
        return;
    }
    const double pixels = wanted.format == PictureFormat::Png ? wanted.scale : 1.0;
    m_sizeNote->setText(
        tr("%1 × %2 px").arg(qRound(scene->width * pixels)).arg(qRound(scene->height * pixels)));
    const Result<QImage> image =
        previewImage(*m_evaluation, wanted, m_preview->size() - QSize(34, 34), devicePixelRatioF());
    if (!image)
        return;
    m_preview->setPixmap(QPixmap::fromImage(*image));
}

} // namespace bubblescope::ui
